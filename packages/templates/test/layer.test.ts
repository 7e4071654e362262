import { StarterCatalog, type TemplateContent, TemplateEngine } from "@telemark/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { layerTemplates } from "../src/index.js"
import { ordinary, watchProcesses } from "./support.js"

const content: TemplateContent = {
  name: "Welcome",
  subject_template: "Hello {{name}}",
  mjml_source: null,
  design_json: null,
  html: "<p>{{name}}</p>",
  text_body: null,
  uses: { subject: {}, html: {}, text: {} },
  variables: {},
  locales: {}
}

const run = <A, E>(effect: Effect.Effect<A, E, TemplateEngine | StarterCatalog>) =>
  Effect.runPromise(Effect.scoped(Effect.provide(effect, layerTemplates({ compilers: 1 }))))

describe("the layer of templates", () => {
  it("starts no process by itself", async () => {
    const processes = watchProcesses()
    await run(TemplateEngine)
    expect(processes.started()).toBe(0)
  })

  it("compiles, and renders what is stored", async () => {
    const processes = watchProcesses()
    const [compiled, outcome] = await run(
      Effect.flatMap(TemplateEngine, (engine) =>
        Effect.all([
          engine.compile("tenant", [ordinary]),
          engine.render(
            { tenantId: "tenant", key: "welcome/1", locale: undefined, data: { name: "<Ann>" } },
            Effect.succeed(content)
          )
        ])
      )
    )
    expect(compiled).toMatchObject([{ problems: [] }])
    expect(outcome).toMatchObject({
      _tag: "Rendered",
      parts: { subject: "Hello <Ann>", html: "<p>&lt;Ann&gt;</p>", text: null }
    })
    expect(processes.alive()).toBe(0)
  })

  it("never makes a reader in a transaction wait for another's reading of the same template", async () => {
    const request = {
      tenantId: "tenant",
      key: "welcome/1",
      locale: undefined,
      data: { name: "Ann" }
    }
    const outcome = await run(
      Effect.gen(function* () {
        const engine = yield* TemplateEngine
        yield* Effect.forkChild(engine.render(request, Effect.never))
        yield* Effect.yieldNow
        return yield* engine.render({ ...request, inTransaction: true }, Effect.succeed(content))
      })
    )
    expect(outcome).toMatchObject({ _tag: "Rendered", parts: { subject: "Hello Ann" } })
  })

  it("has the starters", async () => {
    const found = await run(Effect.map(StarterCatalog, ({ find }) => find))
    expect(found).toBeTypeOf("function")
  })
})
