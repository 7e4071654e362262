import { type CompiledSource, CompilerBusy, type Previewed, type TemplateSource } from "@telemark/core"
import { Effect, type Scope } from "effect"
import type { Job, JobResults, PreparedParts, TemplateParts } from "./Job.js"
import type { CompilerSettings } from "./options.js"
import { stoppedSource } from "./stopped.js"
import type { JobStopped } from "./Thread.js"
import { makeThreads } from "./Threads.js"
import { makeTurns } from "./Turns.js"

/** Compiles in worker threads that can be ended. No template can hold up the process, or another tenant for long. */
export interface Compiler {
  /** Several sources in one go, under one deadline. What takes too long, or too much memory, is a problem of each. */
  readonly compile: (
    tenantId: string,
    sources: ReadonlyArray<TemplateSource>
  ) => Effect.Effect<ReadonlyArray<CompiledSource>, CompilerBusy>
  /** Compiles and renders, under one deadline; the text is made from the html if there is none. */
  readonly preview: (
    tenantId: string,
    source: TemplateSource,
    data: Readonly<Record<string, unknown>>
  ) => Effect.Effect<Previewed, CompilerBusy>
  /**
   * Code for the parts of a stored template, which were found to be fine when it was saved. Goes before everything
   * else. Fails too if it takes too long: then the machine is to blame, and another try may succeed.
   */
  readonly prepare: (parts: TemplateParts) => Effect.Effect<PreparedParts, CompilerBusy>
}

const emptyParts = { subject: "", html: "", text: "" }

/** The compiler; its threads end with the scope. Nothing is started before the first job. */
export const makeCompiler = (settings: CompilerSettings): Effect.Effect<Compiler, never, Scope.Scope> =>
  Effect.map(makeThreads(settings), (threads) => {
    const turns = makeTurns(settings.size)

    const run = <Kind extends Job["kind"]>(tenantId: string | undefined, job: Job & { readonly kind: Kind }) =>
      turns.take(tenantId)(threads.ask(job)) as Effect.Effect<JobResults[Kind], JobStopped | CompilerBusy>

    return {
      compile: (tenantId, sources) =>
        run(tenantId, { kind: "compile", sources }).pipe(
          Effect.catchTag("JobStopped", (stopped) =>
            Effect.succeed(sources.map((source) => stoppedSource(source, stopped, settings))))
        ),
      preview: (tenantId, source, data) =>
        run(tenantId, { kind: "preview", source, data }).pipe(
          Effect.catchTag("JobStopped", (stopped) =>
            Effect.succeed({ compiled: stoppedSource(source, stopped, settings), parts: emptyParts }))
        ),
      prepare: (parts) =>
        run(undefined, { kind: "prepare", parts }).pipe(Effect.catchTag("JobStopped", () => Effect.fail(new CompilerBusy())))
    }
  })
