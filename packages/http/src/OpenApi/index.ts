export { openApiDocument } from "./openApiDocument.js"
