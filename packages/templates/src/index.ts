export { type TemplateOptions } from "./compiler/options.js"
export { layerTemplateEngine, layerTemplates } from "./layer.js"
