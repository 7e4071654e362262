import type { CompiledSource, TemplateSource } from "@telemark/core"
import type { Worker } from "node:worker_threads"
import { Duration, Effect, Exit, Scope } from "effect"
import { afterAll, afterEach } from "vitest"
import { type Compiler, type CompilerSettings, makeCompiler, settingsOf } from "../src/Compiler/index.js"

const scopes: Array<Scope.CloseableScope> = []

afterEach(async () => {
  for (const scope of scopes.splice(0)) await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** Enough for what compiles at all, even where other tests have the processor. */
const patience = Duration.seconds(30)

/** A compiler that ends after the test. */
export const compilerWith = (settings: Partial<CompilerSettings> = {}): Compiler => {
  const scope = Effect.runSync(Scope.make())
  scopes.push(scope)
  return Effect.runSync(Scope.extend(makeCompiler({ ...settingsOf({}), timeout: patience, ...settings }), scope))
}

/** One compiler for all tests of a file, for those that only want something compiled. */
export const sharedCompiler = (): Compiler => {
  const scope = Effect.runSync(Scope.make())
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return Effect.runSync(Scope.extend(makeCompiler({ ...settingsOf({}), timeout: patience }), scope))
}

export const compileWith = async (compiler: Compiler, source: TemplateSource, tenantId = "tenant"): Promise<CompiledSource> => {
  const [compiled] = await Effect.runPromise(compiler.compile(tenantId, [source]))
  if (compiled === undefined) throw new Error("nothing was compiled")
  return compiled
}

/** A section of MJML with this text. */
export const section = (text: string): string => `<mj-section><mj-column><mj-text>${text}</mj-text></mj-column></mj-section>`

/** MJML with this in its body. */
export const mjml = (body: string): string => `<mjml><mj-body>${body}</mj-body></mjml>`

/** Ordinary work, to see that a compiler still works. */
export const ordinary: TemplateSource = { subject_template: "Hello {{name}}", mjml_source: mjml(section("Hello {{name}}")) }

/** Counts the threads that are started from now on. */
export const watchThreads = () => {
  let started = 0
  let ended = 0
  const count = (worker: Worker): void => {
    started++
    worker.once("exit", () => { ended++ })
  }
  process.on("worker", count)
  afterEach(() => process.off("worker", count))
  return { started: () => started, alive: () => started - ended }
}

/** MJML that keeps a thread busy for years: a name of a font that takes for ever to be looked for. */
export const endless: TemplateSource = {
  mjml_source: `<mjml><mj-head><mj-font name="([^x]*)*y" href="https://x.example"/></mj-head><mj-body>${section("font-family:".repeat(200))}</mj-body></mjml>`
}

/** Looks again until it holds. */
export const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}
