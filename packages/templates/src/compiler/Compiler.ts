import { CompilerBusy } from "@telemark/contract"
import {
  type CompiledSource,
  makeLimiter,
  type TemplateEngine,
  type TemplateProblem,
  type TemplateSource
} from "@telemark/core"
import { Effect, type Scope } from "effect"
import type { JobStopped } from "./CompilerProcess.js"
import {
  type Job,
  type JobResults,
  type PreparedParts,
  sourcePathOf,
  type TemplateParts
} from "./Job.js"
import { type CompilerSettings, makeProcesses } from "./Processes.js"

export interface Claim {
  readonly tenantId: string
  /** Whether a send waits for it. */
  readonly isUrgent: boolean
}

/**
 * Runs an effect when it is its turn. Fails at once if the queue is full, and after 10 s of
 * waiting.
 */
type TakeTurn = (
  claim: Claim
) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | CompilerBusy, R>

// A job takes 10 to 20 ms: jobs behind more than these would rarely finish in time.
const maxWaiting = 500
const maxWaitingPerTenant = 100

/** Clients give up soon after, and their jobs would delay others. */
const maxWait = "10 seconds"

/**
 * Limits concurrent jobs to `size`. Jobs that sends wait for come first, without starving saves;
 * within either kind, tenants take turns. A tenant uses at most `size - 1` compilers (but one at
 * least), even if others are idle: its endless jobs would block the next tenant. A tenant without
 * waiting jobs may always queue one, even if others have filled the queue.
 */
export const makeTurns = (size: number): TakeTurn => {
  const limiter = makeLimiter({
    permits: size,
    permitsPerKey: Math.max(1, size - 1),
    refuse: {
      maxWaiting,
      maxWaitingPerKey: maxWaitingPerTenant,
      admitsEachKey: true,
      maxWait,
      error: () => new CompilerBusy()
    }
  })
  return ({ isUrgent, tenantId }) => limiter.run({ key: tenantId, isUrgent })
}

const reasonOf = ({ limit, reason }: JobStopped): string =>
  reason === "time"
    ? `takes longer than ${limit} to compile; make it smaller or simpler`
    : `needs more than ${limit} of memory to compile; make it smaller or simpler`

/**
 * The parts that may be the cause: the source of the HTML, or without one the subject and the text.
 */
const suspectsOf = (source: TemplateSource): ReadonlyArray<string> => {
  const path = sourcePathOf(source)
  if (path !== undefined) return [path]
  return [
    ...(source.subject_template === undefined ? [] : ["subject_template"]),
    ...(source.text_body === undefined ? [] : ["text_body"])
  ]
}

const stoppedSource = (source: TemplateSource, stopped: JobStopped): CompiledSource => {
  const reason = reasonOf(stopped)
  return {
    html: null,
    mjml_source: source.mjml_source ?? null,
    uses: { subject: {}, html: {}, text: {} },
    warnings: [],
    problems: suspectsOf(source).map((path): TemplateProblem => ({ path, reason }))
  }
}

/**
 * Compiles in child processes, which can be killed: no template blocks the host, or another tenant
 * for long. Exceeding time or memory is a problem of each source. Not in worker threads: one
 * allocation beyond a thread's limit kills the whole process.
 */
export interface Compiler extends Pick<typeof TemplateEngine.Service, "compile" | "preview"> {
  /**
   * Generates code for the parts of a stored template, which was valid when it was saved. Has
   * priority over most saves and previews. Running out of time or memory is logged and fails with
   * `CompilerBusy`: the machine is to blame, and a retry may succeed.
   */
  readonly prepare: (
    tenantId: string,
    parts: TemplateParts
  ) => Effect.Effect<PreparedParts, CompilerBusy>
}

const emptyParts = { subject: "", html: "", text: "" }

export const makeCompiler = (
  settings: CompilerSettings
): Effect.Effect<Compiler, never, Scope.Scope> =>
  Effect.map(makeProcesses(settings), (processes) => {
    const takeTurn = makeTurns(settings.size)

    const run = <Kind extends Job["kind"]>(claim: Claim, job: Job & { readonly kind: Kind }) =>
      takeTurn(claim)(processes.ask(job)) as Effect.Effect<
        JobResults[Kind],
        JobStopped | CompilerBusy
      >

    const notPrepared = (
      tenant_id: string,
      { reason }: JobStopped
    ): Effect.Effect<never, CompilerBusy> =>
      Effect.andThen(
        Effect.logWarning("a stored template could not be prepared", { tenant_id, reason }),
        new CompilerBusy({ reason })
      )

    return {
      compile: (tenantId, sources) =>
        run({ tenantId, isUrgent: false }, { kind: "compile", sources }).pipe(
          Effect.catchTag("JobStopped", (stopped) =>
            Effect.succeed(sources.map((source) => stoppedSource(source, stopped)))
          )
        ),
      preview: (tenantId, source, data) =>
        run({ tenantId, isUrgent: false }, { kind: "preview", source, data }).pipe(
          Effect.catchTag("JobStopped", (stopped) =>
            Effect.succeed({ compiled: stoppedSource(source, stopped), parts: emptyParts })
          )
        ),
      prepare: (tenantId, parts) =>
        run({ tenantId, isUrgent: true }, { kind: "prepare", parts }).pipe(
          Effect.catchTag("JobStopped", (stopped) => notPrepared(tenantId, stopped))
        )
    }
  })
