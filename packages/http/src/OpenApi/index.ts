export { openApiDocument, openApiInSteps } from "./openApiDocument.js"
