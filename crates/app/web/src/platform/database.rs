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

/// Nothing could be stored or found: storage is full, forbidden, or gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StorageError;

impl From<JsValue> for StorageError {
    fn from(_: JsValue) -> Self {
        Self
    }
}

/// Keeps `text` under `key`; it is on disk when this returns.
pub(crate) async fn put(key: &str, text: &str) -> Result<(), StorageError> {
    let table = Table::open(IdbTransactionMode::Readwrite).await?;
    table.store.put_with_key(&text.into(), &key.into())?;
    table.finish().await
}

/// What is stored under `key`.
pub(crate) async fn get(key: &str) -> Result<Option<String>, StorageError> {
    let table = Table::open(IdbTransactionMode::Readonly).await?;
    Ok(answer(&table.store.get(&key.into())?).await?.as_string())
}

/// Everything that is stored, by key.
pub(crate) async fn all() -> Result<Vec<(String, String)>, StorageError> {
    let table = Table::open(IdbTransactionMode::Readonly).await?;
    let (keys, texts) = (table.store.get_all_keys()?, table.store.get_all()?);
    let keys: Array = answer(&keys).await?.dyn_into()?;
    let texts: Array = answer(&texts).await?.dyn_into()?;
    Ok(keys
        .iter()
        .zip(texts.iter())
        .filter_map(|(key, text)| Some((key.as_string()?, text.as_string()?)))
        .collect())
}

/// Deletes what is stored under `key`.
pub(crate) async fn delete(key: &str) -> Result<(), StorageError> {
    let table = Table::open(IdbTransactionMode::Readwrite).await?;
    table.store.delete(&key.into())?;
    table.finish().await
}

/// Forgets everything.
pub(crate) async fn clear() -> Result<(), StorageError> {
    let table = Table::open(IdbTransactionMode::Readwrite).await?;
    table.store.clear()?;
    table.finish().await
}

/// The table during one transaction. The connection ends with it: an open one keeps other tabs from a newer database.
struct Table {
    database: IdbDatabase,
    transaction: IdbTransaction,
    store: IdbObjectStore,
}

impl Table {
    async fn open(mode: IdbTransactionMode) -> Result<Self, StorageError> {
        let database = open().await?;
        let transaction = database.transaction_with_str_and_mode(TABLE, mode)?;
        Ok(Self { store: transaction.object_store(TABLE)?, transaction, database })
    }

    /// Waits until the transaction is on disk.
    async fn finish(self) -> Result<(), StorageError> {
        let settled = Promise::new(&mut |resolve, reject| {
            self.transaction.set_oncomplete(Some(&resolve));
            self.transaction.set_onerror(Some(&reject));
            self.transaction.set_onabort(Some(&reject));
        });
        JsFuture::from(settled).await?;
        Ok(())
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // It waits for what is under way.
        self.database.close();
    }
}

async fn open() -> Result<IdbDatabase, StorageError> {
    let factory = window().indexed_db()?.ok_or(StorageError)?;
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

async fn answer(request: &IdbRequest) -> Result<JsValue, StorageError> {
    let settled = Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    JsFuture::from(settled).await?;
    Ok(request.result()?)
}
