export { type TemplateOptions } from "./compiler/Processes.js"
export { layerTemplateEngine, layerTemplates } from "./layerTemplates.js"
