export { layerStorage, loadPostgres, loadSqlite, type StorageOptions } from "./layerStorage.js"
export { explainStorage, SecretsNotUsable, StorageNotUsable } from "./StorageNotUsable.js"
