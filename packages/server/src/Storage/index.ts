export { layerStorage, loadPostgres, loadSqlite, type StorageOptions } from "./layerStorage.js"
export { explainStorage, StorageNotUsable } from "./StorageNotUsable.js"
