export { inspectTemplate } from "./inspect.js"
export { loadTemplate, onOneBudget } from "./load.js"
export { precompileTemplate } from "./precompile.js"
export { RenderRefused } from "./RenderRefused.js"
