export { type Compiler, makeCompiler } from "./Compiler.js"
export type { PreparedParts, TemplateParts } from "./Job.js"
export { type CompilerSettings, settingsOf, type TemplateOptions } from "./options.js"
