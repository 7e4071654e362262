import { TemplateEngine } from "@telemark/core"
import { Effect, Layer } from "effect"
import { makeCompiler } from "./compiler/Compiler.js"
import { settingsOf, type TemplateOptions } from "./compiler/Processes.js"
import { makeRender } from "./rendering/render.js"
import { layerStarterCatalog } from "./starters/starterCatalog.js"

export { type TemplateOptions }

/**
 * Compiles templates in child processes and renders them within limits. The processes start with
 * the first template and end with the layer.
 */
export const layerTemplateEngine = (options: TemplateOptions = {}) =>
  Layer.effect(
    TemplateEngine,
    Effect.map(makeCompiler(settingsOf(options)), (compiler) => ({
      compile: compiler.compile,
      preview: compiler.preview,
      render: makeRender(compiler.prepare)
    }))
  )

/** The template engine and the starter catalog. */
export const layerTemplates = (options: TemplateOptions = {}) =>
  Layer.provideMerge(layerStarterCatalog, layerTemplateEngine(options))
