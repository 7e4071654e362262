export { explainStorage, StorageNotUsable } from "./StorageNotUsable.js"
