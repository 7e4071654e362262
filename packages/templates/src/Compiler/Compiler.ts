import { CompilerBusy, type TemplateEngine } from "@telemark/core"
import { Effect, type Scope } from "effect"
import type { JobStopped } from "./CompilerProcess.js"
import type { Job, JobResults, PreparedParts, TemplateParts } from "./Job.js"
import type { CompilerSettings } from "./options.js"
import { makeProcesses } from "./Processes.js"
import { stoppedSource } from "./stopped.js"
import { type Claim, makeTurns } from "./Turns.js"

/**
 * Compiles in processes of its own, which can be ended; what takes too long, or too much memory, is a problem of each source. No template can hold up the host, or another tenant for long.
 * Not in worker threads: a single allocation past a thread's limit is fatal to the whole process that it is in.
 */
export interface Compiler extends Pick<typeof TemplateEngine.Service, "compile" | "preview"> {
  /**
   * Code for the parts of a stored template, which were found to be fine when it was saved. Goes before most of what
   * is saved and previewed. Fails too, and logs it, if it takes too long: then the machine is to blame, and another
   * try may succeed.
   */
  readonly prepare: (tenantId: string, parts: TemplateParts) => Effect.Effect<PreparedParts, CompilerBusy>
}

const emptyParts = { subject: "", html: "", text: "" }

/** The compiler; its processes end with the scope. Nothing is started before the first job. */
export const makeCompiler = (settings: CompilerSettings): Effect.Effect<Compiler, never, Scope.Scope> =>
  Effect.map(makeProcesses(settings), (processes) => {
    const takeTurn = makeTurns(settings.size)

    const run = <Kind extends Job["kind"]>(claim: Claim, job: Job & { readonly kind: Kind }) =>
      takeTurn(claim)(processes.ask(job)) as Effect.Effect<JobResults[Kind], JobStopped | CompilerBusy>

    const notPrepared = (tenant_id: string, { reason }: JobStopped): Effect.Effect<never, CompilerBusy> =>
      Effect.zipRight(Effect.logWarning("a stored template could not be prepared", { tenant_id, reason }), new CompilerBusy({ reason }))

    return {
      compile: (tenantId, sources) =>
        run({ tenantId, isUrgent: false }, { kind: "compile", sources }).pipe(
          Effect.catchTag("JobStopped", (stopped) =>
            Effect.succeed(sources.map((source) => stoppedSource(source, stopped, settings))))
        ),
      preview: (tenantId, source, data) =>
        run({ tenantId, isUrgent: false }, { kind: "preview", source, data }).pipe(
          Effect.catchTag("JobStopped", (stopped) =>
            Effect.succeed({ compiled: stoppedSource(source, stopped, settings), parts: emptyParts }))
        ),
      prepare: (tenantId, parts) =>
        run({ tenantId, isUrgent: true }, { kind: "prepare", parts }).pipe(
          Effect.catchTag("JobStopped", (stopped) => notPrepared(tenantId, stopped))
        )
    }
  })
