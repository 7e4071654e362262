/**
 * How fast templates of MJML are compiled, and how long saves wait for each other, against MJML
 * alone.
 */
import { median, quantile } from "@telemark-tools/load"
import { TemplateEngine, type TemplateSource } from "@telemark/core"
import { layerTemplateEngine } from "@telemark/templates"
import { Effect, ManagedRuntime } from "effect"
import mjml from "mjml-core"
import preset from "mjml-preset-core"
import { atEnd, benchmark } from "./lifetime.js"
import { inTurn, line, millis, report, table } from "./report.js"

const rounds = Number(process.env["ROUNDS"] ?? 7)
const compilations = Number(process.env["COMPILATIONS"] ?? 100)
const saves = 50

const section = (index: number): string =>
  `<mj-section><mj-column><mj-text font-size="16px">Hello {{name}}, this is item ${index}: {{items.[${index}].name}}</mj-text>` +
  `<mj-button href="https://example.com/{{id}}">Look</mj-button></mj-column></mj-section>`

const mjml_source = `<mjml><mj-body>${Array.from({ length: 10 }, (_, index) => section(index)).join("\n")}</mj-body></mjml>`
const source: TemplateSource = { subject_template: "Hello {{name}}", mjml_source }

interface Candidate {
  readonly name: string
  /** Compiles once, for one of the tenants. */
  readonly compile: (tenantId: string) => Promise<unknown>
  readonly tenants: number
}

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await run()
  return performance.now() - from
}

await benchmark(5, async () => {
  const runtime = ManagedRuntime.make(layerTemplateEngine())
  atEnd(() => runtime.dispose())
  const engine = await runtime.runPromise(TemplateEngine)
  const compile = async (tenantId: string): Promise<void> => {
    const [compiled] = await Effect.runPromise(engine.compile(tenantId, [source]))
    if (compiled === undefined || compiled.problems.length > 0)
      throw new Error("The template didn't compile.")
  }
  const alone = () =>
    mjml.default(mjml_source, {
      presets: [preset],
      fonts: {},
      ignoreIncludes: true,
      validationLevel: "soft"
    })

  const candidates: ReadonlyArray<Candidate> = [
    { name: "MJML, on the main thread", compile: alone, tenants: 1 },
    { name: "telemark, one tenant", compile, tenants: 1 },
    { name: "telemark, two tenants", compile, tenants: 2 }
  ]
  const perSecond = async (candidate: Candidate): Promise<number> => {
    const each = Math.ceil(compilations / candidate.tenants)
    const milliseconds = await timed(() =>
      Promise.all(
        Array.from({ length: candidate.tenants }, async (_, tenant) => {
          for (let turn = 0; turn < each; turn++) await candidate.compile(String(tenant))
        })
      )
    )
    return (1000 * each * candidate.tenants) / milliseconds
  }
  const waits = (candidate: Candidate): Promise<ReadonlyArray<number>> =>
    Promise.all(
      Array.from({ length: saves }, (_, save) =>
        timed(() => candidate.compile(String(save % candidate.tenants)))
      )
    )

  for (const candidate of candidates) await perSecond(candidate)
  const rates = await inTurn(rounds, candidates, perSecond)
  const [baseline, ...others] = candidates.map((candidate) => ({
    name: candidate.name,
    perSecond: rates.get(candidate) ?? []
  }))
  if (baseline !== undefined)
    report(
      `compile: 10 sections, ${compilations} compilations a round`,
      "templates/s",
      baseline,
      others
    )

  const all = await inTurn(rounds, candidates, waits)
  line(`\n${saves} saves at once: until each is compiled, medians of ${rounds} rounds, in ms`)
  table([
    ["", "p50", "p99"],
    ...candidates.map((candidate) => {
      const times = all.get(candidate) ?? []
      return [
        candidate.name,
        ...[0.5, 0.99].map((share) => millis(median(times.map((one) => quantile(one, share)))))
      ]
    })
  ])
})
