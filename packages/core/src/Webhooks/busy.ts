import { Data, Deferred, Effect } from "effect"

/** Too many tests of endpoints are under way in this process; the next may be made in a moment. Nothing was posted. */
export class WebhookTestsBusy extends Data.TaggedError("WebhookTestsBusy")<{}> {
  readonly code = "Service unavailable"

  override get message(): string {
    return "Too many webhook endpoints are being tested at once. Nothing was posted; try again in a moment."
  }
}

/** Tests are outside the lanes that keep endpoints apart: so many may stall at once. */
const most = 10

/** How long a test waits for its turn. */
const patience = "5 seconds"

/** Lets ten tests be made at once; what waits for longer than 5 s fails. */
export const makeTestTurns = Effect.map(Effect.makeSemaphore(most), (turns) =>
<A, E>(test: Effect.Effect<A, E>): Effect.Effect<A, E | WebhookTestsBusy> =>
  Effect.flatMap(Deferred.make<void>(), (begun) =>
    Effect.raceFirst(
      turns.withPermits(1)(Effect.zipRight(Deferred.succeed(begun, undefined), test)),
      Deferred.await(begun).pipe(
        Effect.timeoutFail({ duration: patience, onTimeout: () => new WebhookTestsBusy() }),
        Effect.zipRight(Effect.never)
      )
    )))
