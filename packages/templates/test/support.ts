import type { CompiledSource, TemplateSource } from "@telemark/core"
import { Duration, Effect, Exit, Scope } from "effect"
import { afterAll, afterEach } from "vitest"
import type { ChildProcess } from "node:child_process"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { type Compiler, makeCompiler } from "../src/compiler/Compiler.js"
import { type CompilerSettings, settingsOf } from "../src/compiler/Processes.js"
import { mjml, section } from "./endless.js"

export { endless, mjml, section } from "./endless.js"

const scopes: Array<Scope.Closeable> = []

afterEach(async () => {
  for (const scope of scopes.splice(0)) await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** For what is to come to its end. */
const timeout = Duration.hours(1)

/** A compiler that ends after the test. */
export const compilerWith = (settings: Partial<CompilerSettings> = {}): Compiler => {
  const scope = Effect.runSync(Scope.make())
  scopes.push(scope)
  return Effect.runSync(
    Scope.provide(makeCompiler({ ...settingsOf({}), timeout, ...settings }), scope)
  )
}

/** One compiler for all tests of a file, for those that only want something compiled. */
export const sharedCompiler = (): Compiler => {
  const scope = Effect.runSync(Scope.make())
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return Effect.runSync(Scope.provide(makeCompiler({ ...settingsOf({}), timeout }), scope))
}

export const compileWith = async (
  compiler: Compiler,
  source: TemplateSource,
  tenantId = "tenant"
): Promise<CompiledSource> => {
  const [compiled] = await Effect.runPromise(compiler.compile(tenantId, [source]))
  if (compiled === undefined) throw new Error("nothing was compiled")
  return compiled
}

/** A text with each of so many {{#if}}: half a second to prepare. */
export const laborious = (count = 1990): string => "{{#if a}}x{{/if}}".repeat(count)

/** Ordinary work, to see that a compiler still works. */
export const ordinary: TemplateSource = {
  subject_template: "Hello {{name}}",
  mjml_source: mjml(section("Hello {{name}}"))
}

/** Counts the processes that are started from now on. */
export const watchProcesses = () => {
  const children: Array<ChildProcess> = []
  const add = (message: unknown): void => {
    const { process: child } = message as { readonly process: ChildProcess }
    children.push(child)
  }
  subscribe("child_process", add)
  afterEach(() => {
    unsubscribe("child_process", add)
  })
  const living = () =>
    children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  return { started: () => children.length, alive: () => living().length, living }
}

/** Looks again until it holds. */
export const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}
