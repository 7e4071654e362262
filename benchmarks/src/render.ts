/**
 * How fast a stored template is rendered, against Handlebars without limits, compiled once and for
 * each rendering.
 */
import { type RenderRequest, type TemplateContent, TemplateEngine } from "@telemark/core"
import { layerTemplateEngine } from "@telemark/templates"
import { Effect, ManagedRuntime } from "effect"
import Handlebars from "handlebars"
import { isDeepStrictEqual } from "node:util"
import { atEnd, benchmark } from "./lifetime.js"
import { data, html } from "./orderTemplate.js"
import { inTurn, report } from "./report.js"

const rounds = Number(process.env["ROUNDS"] ?? 15)
const renderings = Number(process.env["RENDERINGS"] ?? 2000)

const content: TemplateContent = {
  name: "Order",
  subject_template: "Order of {{date}}",
  mjml_source: null,
  design_json: null,
  html,
  text_body: "{{total}} {{currency}}",
  uses: { subject: {}, html: {}, text: {} },
  variables: {},
  locales: {}
}

const request: RenderRequest = { tenantId: "t", key: "order", locale: undefined, data }

interface Candidate {
  readonly name: string
  readonly renderings: number
  readonly run: (renderings: number) => Promise<void>
}

const inLoop =
  (render: () => unknown) =>
  (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn++) render()
    return Promise.resolve()
  }

await benchmark(5, async () => {
  const runtime = ManagedRuntime.make(layerTemplateEngine())
  atEnd(() => runtime.dispose())
  const compileAll = () => {
    const subject = Handlebars.compile(content.subject_template, { noEscape: true })
    const compiled = Handlebars.compile(html)
    const text = Handlebars.compile(content.text_body ?? "", { noEscape: true })
    return () => ({ subject: subject(data), html: compiled(data), text: text(data) })
  }
  const compiled = compileAll()
  const engine = await runtime.runPromise(TemplateEngine)
  const render = engine.render(request, Effect.succeed(content))
  const outcome = await Effect.runPromise(render)
  if (outcome._tag !== "Rendered" || !isDeepStrictEqual(outcome.parts, compiled()))
    throw new Error("The two rendered something else.")

  const candidates: ReadonlyArray<Candidate> = [
    { name: "Handlebars, compiled once", renderings, run: inLoop(compiled) },
    {
      name: "telemark, remembered",
      renderings,
      run: (count) => Effect.runPromise(Effect.repeat(Effect.asVoid(render), { times: count - 1 }))
    },
    {
      name: "Handlebars, compiled for each",
      renderings: Math.ceil(renderings / 50),
      run: inLoop(() => compileAll()())
    }
  ]
  const measure = async (candidate: Candidate): Promise<number> => {
    const from = performance.now()
    await candidate.run(candidate.renderings)
    return (1000 * candidate.renderings) / (performance.now() - from)
  }
  for (const candidate of candidates) await measure(candidate)
  const results = await inTurn(rounds, candidates, measure)
  const [baseline, ...others] = candidates.map((candidate) => ({
    name: candidate.name,
    perSecond: results.get(candidate) ?? []
  }))
  if (baseline !== undefined)
    report(
      `render: ${(html.length / 1000).toFixed(1)} kB of html, ${renderings} renderings a round`,
      "renderings/s",
      baseline,
      others
    )
})
