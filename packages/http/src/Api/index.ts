export { Api } from "./Api.js"
export { openApiDocument } from "./openApi.js"
