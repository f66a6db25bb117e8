//! The browser's own database, with one table of texts by key.

use js_sys::{Array, Promise};
use leptos::prelude::window;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    IdbDatabase, IdbObjectStore, IdbOpenDbRequest, IdbRequest, IdbTransaction, IdbTransactionMode,
};

const NAME: &str = "gebeta";
const VERSION: u32 = 1;
const TABLE: &str = "games";

/// Why nothing could be kept or found: storage is full, forbidden, or gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NoStorage;

impl From<JsValue> for NoStorage {
    fn from(_: JsValue) -> Self {
        Self
    }
}

/// Keeps `text` under `key`; it is on disk when this returns.
pub(crate) async fn put(key: &str, text: &str) -> Result<(), NoStorage> {
    let (store, done) = table(IdbTransactionMode::Readwrite).await?;
    store.put_with_key(&text.into(), &key.into())?;
    finish(&done).await
}

/// What is kept under `key`.
pub(crate) async fn get(key: &str) -> Result<Option<String>, NoStorage> {
    let (store, _) = table(IdbTransactionMode::Readonly).await?;
    Ok(answer(&store.get(&key.into())?).await?.as_string())
}

/// Everything that is kept, by key.
pub(crate) async fn all() -> Result<Vec<(String, String)>, NoStorage> {
    let (store, _) = table(IdbTransactionMode::Readonly).await?;
    let (keys, texts) = (store.get_all_keys()?, store.get_all()?);
    let keys: Array = answer(&keys).await?.dyn_into()?;
    let texts: Array = answer(&texts).await?.dyn_into()?;
    Ok(keys
        .iter()
        .zip(texts.iter())
        .filter_map(|(key, text)| Some((key.as_string()?, text.as_string()?)))
        .collect())
}

/// Forgets what is kept under `key`.
pub(crate) async fn delete(key: &str) -> Result<(), NoStorage> {
    let (store, done) = table(IdbTransactionMode::Readwrite).await?;
    store.delete(&key.into())?;
    finish(&done).await
}

/// Forgets everything.
pub(crate) async fn clear() -> Result<(), NoStorage> {
    let (store, done) = table(IdbTransactionMode::Readwrite).await?;
    store.clear()?;
    finish(&done).await
}

async fn table(mode: IdbTransactionMode) -> Result<(IdbObjectStore, IdbTransaction), NoStorage> {
    let transaction = open().await?.transaction_with_str_and_mode(TABLE, mode)?;
    Ok((transaction.object_store(TABLE)?, transaction))
}

async fn open() -> Result<IdbDatabase, NoStorage> {
    let factory = window().indexed_db()?.ok_or(NoStorage)?;
    let request = factory.open_with_u32(NAME, VERSION)?;
    let asked = request.clone();
    let make = Closure::once(move || make_table(&asked));
    request.set_onupgradeneeded(Some(make.as_ref().unchecked_ref()));
    let opened = answer(&request).await?;
    Ok(opened.dyn_into()?)
}

fn make_table(request: &IdbOpenDbRequest) {
    let database = request.result().ok().and_then(|database| database.dyn_into::<IdbDatabase>().ok());
    if let Some(database) = database {
        // A table that cannot be made is missed at once, by the transaction that asks for it.
        let _ = database.create_object_store(TABLE);
    }
}

async fn answer(request: &IdbRequest) -> Result<JsValue, NoStorage> {
    let settled = Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    JsFuture::from(settled).await?;
    Ok(request.result()?)
}

/// Waits until the transaction is on disk.
async fn finish(transaction: &IdbTransaction) -> Result<(), NoStorage> {
    let settled = Promise::new(&mut |resolve, reject| {
        transaction.set_oncomplete(Some(&resolve));
        transaction.set_onerror(Some(&reject));
        transaction.set_onabort(Some(&reject));
    });
    JsFuture::from(settled).await?;
    Ok(())
}
