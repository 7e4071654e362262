import { type DiagnosisFinding, type DiagnosisReport, timestamp } from "@telemark/contract"
import { Clock, Context, type Duration, Effect, Fiber, Layer } from "effect"

/** They never fail: what can't be checked is a finding. */
type Examination = Effect.Effect<ReadonlyArray<DiagnosisFinding>>

interface DiagnosisService {
  /** What the checks found within the last minute. Calls at the same time share a run. */
  readonly get: Effect.Effect<DiagnosisReport>
  /** Until then, `get` says that there are none. */
  readonly attach: (examination: Examination) => Effect.Effect<void>
}

const maxDuration: Duration.Input = "30 seconds"
const keptFor: Duration.Input = "1 minute"

const unavailable: DiagnosisReport = { available: false, checked_at: null, findings: [] }

const unfinished: DiagnosisFinding = {
  level: "problem",
  check: "checks",
  message: "The checks did not end within 30 seconds. Look for a host that doesn't answer.",
  command: "`telemark doctor` runs them on the command line.",
  tenants: []
}

/**
 * Not interrupted with the request that began it: others wait for the same run. A check that
 * doesn't end when it is interrupted isn't waited for.
 */
const bounded = (examination: Examination): Effect.Effect<DiagnosisReport> =>
  Effect.uninterruptible(
    Effect.gen(function* () {
      const running = yield* Effect.forkDetach(Effect.interruptible(examination))
      const findings = yield* Effect.timeoutOrElse(Effect.interruptible(Fiber.join(running)), {
        duration: maxDuration,
        orElse: () => Effect.as(Effect.forkDetach(Fiber.interrupt(running)), [unfinished])
      })
      return { available: true, checked_at: timestamp(yield* Clock.currentTimeMillis), findings }
    })
  )

const make: Effect.Effect<DiagnosisService> = Effect.sync(() => {
  let current: Effect.Effect<DiagnosisReport> = Effect.succeed(unavailable)
  return {
    get: Effect.suspend(() => current),
    attach: (examination) =>
      Effect.map(Effect.cachedWithTTL(bounded(examination), keptFor), (cached) => {
        current = cached
      })
  }
})

/** Whether the deployment is sound. Whoever runs the services attaches the checks. */
export class Diagnosis extends Context.Service<Diagnosis, DiagnosisService>()(
  "@telemark/core/Diagnosis"
) {
  static readonly layer = Layer.effect(this, make)
}
