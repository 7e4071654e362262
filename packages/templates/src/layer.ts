import { TemplateEngine } from "@telemark/core"
import { Effect, Layer } from "effect"
import { makeCompiler, settingsOf, type TemplateOptions } from "./Compiler/index.js"
import { makeRender } from "./Rendering/index.js"
import { layerStarterCatalog } from "./Starters/index.js"

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
