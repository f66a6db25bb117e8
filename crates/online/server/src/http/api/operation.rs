use std::borrow::Cow;

use gebeta_protocol::Code;
use utoipa::ToSchema;
use utoipa::openapi::path::HttpMethod;
use utoipa::openapi::{Ref, RefOr, Schema};

/// An operation of the API.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The HTTP method.
    pub method: Method,
    /// The path; `{game}` and the like are parameters.
    pub path: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// Who may use it.
    pub access: Access,
    /// The type of the request body.
    pub(super) body: Option<SchemaType>,
    /// The type of the response body.
    pub(super) answer: Body,
    /// Its error codes, beyond those of every request.
    pub(super) codes: &'static [Code],
}

/// The HTTP method of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reads.
    Get,
    /// Creates.
    Post,
    /// Deletes.
    Delete,
}

impl Method {
    /// Its name on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Delete => "DELETE",
        }
    }

    /// The error codes of every request with this method.
    pub(super) const fn codes(self) -> &'static [Code] {
        match self {
            Self::Get => &[Code::Rate, Code::Unavailable],
            Self::Post | Self::Delete => &[
                Code::BadMessage,
                Code::Foreign,
                Code::TooLarge,
                Code::NotJson,
                Code::Rate,
                Code::Unavailable,
            ],
        }
    }
}

impl From<Method> for HttpMethod {
    fn from(method: Method) -> Self {
        match method {
            Method::Get => Self::Get,
            Method::Post => Self::Post,
            Method::Delete => Self::Delete,
        }
    }
}

/// Who may use an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Anybody,
    /// Everybody; those signed in ask with their account.
    MaybeSignedIn,
    /// Requires a session or a token.
    SignedIn,
    /// Requires a session; a token is not enough.
    InPerson,
}

/// The body of a response.
#[derive(Clone, Copy, Debug)]
pub(super) enum Body {
    /// JSON of this type.
    One(SchemaType),
    /// A JSON list of this type.
    List(SchemaType),
    /// Text of this media type.
    Text(&'static str),
    /// None: 204.
    Nothing,
    /// A WebSocket.
    Socket,
}

/// A type on the wire.
#[derive(Clone, Copy)]
pub(super) struct SchemaType {
    name: fn() -> Cow<'static, str>,
    schema: fn() -> RefOr<Schema>,
    parts: fn(&mut Vec<(String, RefOr<Schema>)>),
}

impl std::fmt::Debug for SchemaType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SchemaType({})", self.name())
    }
}

impl SchemaType {
    pub(super) const fn of<T: ToSchema>() -> Self {
        Self { name: T::name, schema: T::schema, parts: T::schemas }
    }

    pub(super) fn name(&self) -> Cow<'static, str> {
        (self.name)()
    }

    /// A reference to its schema.
    pub(super) fn reference(&self) -> RefOr<Schema> {
        RefOr::Ref(Ref::from_schema_name(self.name()))
    }

    /// Its schema and those it refers to.
    pub(super) fn all(&self) -> Vec<(String, RefOr<Schema>)> {
        let mut all = vec![(self.name().into_owned(), (self.schema)())];
        (self.parts)(&mut all);
        all
    }
}
