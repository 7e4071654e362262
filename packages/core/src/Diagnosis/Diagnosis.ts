import { type DiagnosisFinding, type DiagnosisReport, timestamp } from "@telemark/contract"
import { Clock, Context, type Duration, Effect, Layer } from "effect"

/** Checks of a deployment. They never fail: what can't be checked is a finding. */
export type Examination = Effect.Effect<ReadonlyArray<DiagnosisFinding>>

export interface DiagnosisService {
  /**
   * What the checks found within the last minute; runs them if they didn't run. Calls at the same
   * time share a run.
   */
  readonly get: Effect.Effect<DiagnosisReport>
  /** Has `get` run these checks. Until then, it says that there are none. */
  readonly attach: (examination: Examination) => Effect.Effect<void>
}

const maxDuration: Duration.DurationInput = "30 seconds"
const keptFor: Duration.DurationInput = "1 minute"

const unavailable: DiagnosisReport = { available: false, checked_at: null, findings: [] }

const unfinished: DiagnosisFinding = {
  level: "problem",
  check: "checks",
  message: "The checks did not end within 30 seconds. Look for a host that doesn't answer.",
  command: "`telemark doctor` runs them on the command line.",
  tenants: []
}

/** Not interrupted with the request that began it: others wait for the same run. */
const bounded = (examination: Examination): Effect.Effect<DiagnosisReport> =>
  Effect.uninterruptible(
    Effect.gen(function* () {
      const findings = yield* Effect.timeoutTo(
        Effect.interruptible(Effect.disconnect(examination)),
        {
          duration: maxDuration,
          onSuccess: (found) => found,
          onTimeout: () => [unfinished]
        }
      )
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

/**
 * Diagnosis: whether the deployment is sound, for its operator. Whoever runs the services attaches
 * the checks.
 */
export class Diagnosis extends Context.Tag("@telemark/core/Diagnosis")<
  Diagnosis,
  DiagnosisService
>() {
  static readonly layer = Layer.effect(this, make)
}
