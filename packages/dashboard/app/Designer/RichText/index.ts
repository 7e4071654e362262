export { RichEditorField } from "./RichEditorField.js"
export { readRich, type RichNode } from "./readRich.js"
