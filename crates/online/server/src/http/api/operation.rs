use std::borrow::Cow;

use gebeta_protocol::Code;
use utoipa::ToSchema;
use utoipa::openapi::path::HttpMethod;
use utoipa::openapi::{Ref, RefOr, Schema};

/// Something that can be asked of the server.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// How.
    pub method: Method,
    /// Where; `{game}` and the like stand for any.
    pub path: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// For whom.
    pub access: Access,
    /// What is sent along.
    pub(super) body: Option<SchemaType>,
    /// What is answered.
    pub(super) answer: Body,
    /// Why it may be refused, beyond what may happen to every request.
    pub(super) codes: &'static [Code],
}

/// How something is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Changes nothing.
    Get,
    /// Makes something.
    Post,
    /// Ends something.
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

    /// Why any such request may be refused.
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

/// Who may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everybody.
    Anybody,
    /// Everybody; those signed in ask with their account.
    MaybeSignedIn,
    /// Those signed in, by cookie or token.
    SignedIn,
    /// Those signed in with a browser; a program's token is not enough.
    InPerson,
}

/// What is answered.
#[derive(Clone, Copy, Debug)]
pub(super) enum Body {
    /// JSON of this shape.
    One(SchemaType),
    /// A list of these.
    List(SchemaType),
    /// Another kind of text.
    Text(&'static str),
    /// Nothing but that it is done.
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

    /// Where it stands in the document.
    pub(super) fn reference(&self) -> RefOr<Schema> {
        RefOr::Ref(Ref::from_schema_name(self.name()))
    }

    /// It and what it is made of.
    pub(super) fn all(&self) -> Vec<(String, RefOr<Schema>)> {
        let mut all = vec![(self.name().into_owned(), (self.schema)())];
        (self.parts)(&mut all);
        all
    }
}
