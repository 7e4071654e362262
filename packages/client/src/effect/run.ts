import { Effect, Option, Random, Stream } from "effect"
import { attempt } from "../calls/attempt.js"
import { type Call, firstPosition, positionAfter } from "../calls/Call.js"
import { type CallLimits, limitsOf, type Service } from "../calls/options.js"
import { pauseAfter } from "../calls/repeat.js"
import { prepare, type Prepared } from "../calls/request.js"
import type { TelemarkFailure } from "../errors/errorOf.js"
import { TelemarkError, TimedOut } from "../errors/TelemarkError.js"
import type { Runner, Style } from "../operations/Style.js"
import { makeStream } from "../promises/stream.js"
import { timers } from "../promises/timers.js"

/** Results as effects and streams. */
export interface Effects extends Style {
  /** Each run is a separate call. */
  readonly one: Effect.Effect<this["value"], TelemarkFailure>
  /** Pages are fetched as they are needed. */
  readonly many: Stream.Stream<this["value"], TelemarkFailure>
  /** Without a signal: interruption does the same. */
  readonly options: CallLimits
}

const isFailure = (error: unknown): error is TelemarkFailure => error instanceof TelemarkError

/** Not classified yet. */
class Thrown {
  constructor(readonly error: unknown) {}
}

const thrown = (error: unknown): Thrown => new Thrown(error)

/** Unexpected errors are defects of this client. */
const orDie =
  <E>(isExpected: (error: unknown) => error is E) =>
  ({ error }: Thrown): Effect.Effect<never, E> =>
    isExpected(error) ? Effect.fail(error) : Effect.die(error)

export const checked = <A, E>(
  evaluate: () => A,
  isExpected: (error: unknown) => error is E
): Effect.Effect<A, E> =>
  Effect.catch(Effect.try({ try: evaluate, catch: thrown }), orDie(isExpected))

const attempted = <A>(
  request: Prepared<A>,
  timeoutMillis: number
): Effect.Effect<A, TelemarkFailure> =>
  Effect.tryPromise({ try: (signal) => attempt(request, signal), catch: thrown }).pipe(
    Effect.catch(orDie(isFailure)),
    Effect.timeoutOrElse({
      duration: timeoutMillis,
      orElse: () => Effect.fail(new TimedOut(timeoutMillis, { requestId: request.requestId }))
    })
  )

const makeOne =
  (service: Service): Runner<Effects>["one"] =>
  <A>(call: Call<A>, options: CallLimits = {}) =>
    Effect.flatMap(
      checked(
        () => ({ ...limitsOf(options, service.limits), request: prepare(service, call) }),
        isFailure
      ),
      ({ request, retries, timeoutMillis }) => {
        const from = (attempts: number): Effect.Effect<A, TelemarkFailure> =>
          Effect.catch(attempted(request, timeoutMillis), (error) =>
            Effect.flatMap(Random.next, (random) => {
              const pause = pauseAfter({ attempts, error, retries, random, repeat: call.repeat })
              return pause === undefined
                ? Effect.fail(error)
                : Effect.andThen(Effect.sleep(pause), from(attempts + 1))
            })
          )
        // Only the first segment: others may contain addresses.
        const attributes = {
          "http.request.method": call.method,
          "telemark.resource": call.path[0],
          "telemark.request_id": request.requestId
        }
        return Effect.withSpan(from(1), "telemark.client", { kind: "client", attributes })
      }
    )

export const makeRunner = (service: Service): Runner<Effects> => {
  const one = makeOne(service)
  const pieces = makeStream(service, timers)
  return {
    one,
    // Interrupting aborts the signal, which ends a wait for the next piece.
    stream: (call, options) =>
      Stream.unwrap(
        Effect.map(
          Effect.acquireRelease(
            Effect.sync(() => new AbortController()),
            (controller) =>
              Effect.sync(() => {
                controller.abort()
              })
          ),
          ({ signal }) =>
            Stream.catch(
              Stream.fromAsyncIterable(pieces(call, { ...options, signal }), thrown),
              (one) => Stream.fromEffect(orDie(isFailure)(one))
            )
        )
      ),
    many: (listing, options) =>
      Stream.paginate(firstPosition, (position) =>
        Effect.map(
          one(listing(position), options),
          (page) => [page.data, Option.fromNullishOr(positionAfter(position, page))] as const
        )
      )
  }
}
