//! The OpenAPI document.

use std::collections::BTreeMap;

use gebeta_protocol::{ClientMessage, Code, ErrorBody, ServerMessage};
use utoipa::openapi::path::{
    Operation as Described, OperationBuilder, Parameter, ParameterBuilder, ParameterIn,
};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::schema::{ArrayBuilder, ComponentsBuilder, ObjectBuilder, Type};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{Content, InfoBuilder, OpenApi, OpenApiBuilder, Paths, RefOr, Required, Response};

use super::OPERATIONS;
use super::operation::{Access, Body, Operation, SchemaType};

const ABOUT: &str = "Online games of mancala and Senet with provably fair throws. An acknowledged move is stored durably. \
    A POST needs `content-type: application/json` and must not come from a page of another origin; an error has the status \
    of its code and the body `{\"code\":\"..\"}`. `ClientMessage` and `ServerMessage` are the messages on the WebSocket.";

/// The largest integer that every JSON reader takes: 2^53 - 1.
pub(crate) const LARGEST_NUMBER: u64 = 9_007_199_254_740_991;

/// All operations and all types.
pub(super) fn document() -> OpenApi {
    let mut paths = Paths::new();
    let mut shapes = vec![
        SchemaType::of::<ErrorBody>(),
        SchemaType::of::<ClientMessage>(),
        SchemaType::of::<ServerMessage>(),
    ];
    for operation in OPERATIONS {
        paths.add_path_operation(operation.path, vec![operation.method.into()], describe(operation));
        shapes.extend(operation.body);
        if let Body::One(shape) | Body::List(shape) = operation.answer {
            shapes.push(shape);
        }
    }
    let components = ComponentsBuilder::new()
        .schemas_from_iter(shapes.iter().flat_map(SchemaType::all))
        .security_scheme("session", SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("sid"))))
        .security_scheme(
            "token",
            SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build()),
        );
    let info = InfoBuilder::new().title("Gebeta").version(env!("CARGO_PKG_VERSION")).description(Some(ABOUT));
    OpenApiBuilder::new().info(info.build()).paths(paths).components(Some(components.build())).build()
}

fn describe(operation: &Operation) -> Described {
    let mut described = OperationBuilder::new()
        .summary(Some(operation.about))
        .operation_id(Some(id(operation)))
        .parameters(Some(parameters(operation.path)));
    if let Some(body) = operation.body {
        let content = Content::new(Some(body.reference()));
        let body =
            RequestBodyBuilder::new().content("application/json", content).required(Some(Required::True));
        described = described.request_body(Some(body.build()));
    }
    for (status, response) in responses(operation) {
        described = described.response(status.to_string(), response);
    }
    let empty: [String; 0] = [];
    if operation.access == Access::MaybeSignedIn {
        described = described.security(SecurityRequirement::default());
    }
    let schemes: &[&str] = match operation.access {
        Access::Anybody => &[],
        Access::MaybeSignedIn | Access::SignedIn => &["session", "token"],
        Access::InPerson => &["session"],
    };
    for scheme in schemes {
        described = described.security(SecurityRequirement::new(*scheme, empty.clone()));
    }
    described.build()
}

/// For example `post-api-games-game-join`.
fn id(operation: &Operation) -> String {
    let path = operation.path.replace(['{', '}'], "").replace(['/', '.'], "-");
    format!("{}{}", operation.method.word().to_lowercase(), path.trim_end_matches('-'))
}

fn parameters(path: &str) -> Vec<Parameter> {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameter = |name: &str| {
        let text = ObjectBuilder::new().schema_type(Type::String).build();
        let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path);
        parameter.required(Required::True).schema(Some(text)).build()
    };
    let mut all: Vec<Parameter> = names.map(parameter).collect();
    let query = match path {
        "/api/chain" => Some(("after", "The place of the last known link.")),
        _ if path.starts_with("/api/players/") => Some(("before", "In milliseconds since 1970.")),
        _ => None,
    };
    if let Some((name, about)) = query {
        let number = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0));
        let number = number.maximum(Some(LARGEST_NUMBER)).build();
        let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Query);
        all.push(parameter.required(Required::False).description(Some(about)).schema(Some(number)).build());
    }
    all
}

fn responses(operation: &Operation) -> BTreeMap<u16, Response> {
    let done = |content: Option<(&str, RefOr<utoipa::openapi::Schema>)>| {
        let response = ResponseBuilder::new().description("Done.");
        match content {
            Some((kind, schema)) => response.content(kind, Content::new(Some(schema))),
            None => response,
        }
        .build()
    };
    let json = "application/json";
    let (status, response) = match operation.answer {
        Body::One(shape) => (200, done(Some((json, shape.reference())))),
        Body::List(shape) => (200, done(Some((json, ArrayBuilder::new().items(shape.reference()).into())))),
        // JSON of any form is not a string.
        Body::Text(kind) if kind == json => (
            200,
            done(Some((
                kind,
                ObjectBuilder::new().schema_type(utoipa::openapi::schema::SchemaType::AnyValue).into(),
            ))),
        ),
        Body::Text(kind) => (200, done(Some((kind, ObjectBuilder::new().schema_type(Type::String).into())))),
        Body::Nothing => (204, done(None)),
        Body::Socket => (101, ResponseBuilder::new().description("A WebSocket.").build()),
    };
    let mut refusals: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    let codes: &[Code] = operation.codes;
    for code in operation.method.codes().iter().chain(codes) {
        refusals.entry(code.status()).or_default().push(code.word());
    }
    let mut all = BTreeMap::from([(status, response)]);
    for (status, words) in refusals {
        let refused = ResponseBuilder::new().description(words.join(", "));
        let refused = match operation.answer {
            // For people, 404 is a page.
            Body::Text(kind) if kind.starts_with("text/html") && status == Code::NotFound.status() => {
                refused.content(kind, Content::new(Some(ObjectBuilder::new().schema_type(Type::String))))
            }
            _ => refused.content(json, Content::new(Some(SchemaType::of::<ErrorBody>().reference()))),
        };
        all.insert(status, refused.build());
    }
    all
}
