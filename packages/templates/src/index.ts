export type { TemplateOptions } from "./Compiler/index.js"
export { layerTemplateEngine, layerTemplates } from "./layer.js"
