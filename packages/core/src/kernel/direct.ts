// Hot path (docs/hot-paths.md): a request that waits for batches alone takes no fiber.
// Effects that can also run without a fiber, as far as they wait for nothing or for a callback.
import { type Cause, Clock, Context, Effect, Exit } from "effect"
import { AsyncResource } from "node:async_hooks"

/** Calls back once, with the result or with what remains to be run. It never throws. */
type Begin<A, E> = (
  resume: (rest: Effect.Effect<A, E>) => void,
  context: Context.Context<never>
) => void

const begin = Symbol("@telemark/core/direct")

interface Direct<A, E> extends Effect.Effect<A, E> {
  readonly [begin]: Begin<A, E>
}

/** Whether nothing remains to be run. */
export const isOver = <A, E>(effect: Effect.Effect<A, E>): effect is Exit.Exit<A, E> =>
  Exit.isExit(effect)

const isDirect = <A, E>(effect: Effect.Effect<A, E>): effect is Direct<A, E> => begin in effect

/** The effect, which without a fiber runs by `by`; there it is in no transaction. */
export const make = <A, E>(effect: Effect.Effect<A, E>, by: Begin<A, E>): Effect.Effect<A, E> =>
  Object.assign(effect, { [begin]: by })

const attempt = <A, E>(next: () => Effect.Effect<A, E>): Effect.Effect<A, E> => {
  try {
    return next()
  } catch (defect) {
    return Exit.die(defect)
  }
}

/** An effect made with the services of who runs it. */
export const withContext = <A, E>(
  f: (context: Context.Context<never>) => Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  make(
    Effect.withFiber((fiber) => f(fiber.context)),
    (resume, context) => {
      resume(attempt(() => f(context)))
    }
  )

/** An effect made with the present time, in epoch milliseconds. */
export const withNow = <A, E>(f: (now: number) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  withContext((context) => f(Context.get(context, Clock.Clock).currentTimeMillisUnsafe()))

/** As `Effect.suspend`. */
export const suspend = <A, E>(f: () => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  make(Effect.suspend(f), (resume) => {
    resume(attempt(f))
  })

/** `whole`, which without a fiber is what `next` makes of the rest of `effect`. */
const after = <A, E, B, E2>(
  effect: Effect.Effect<A, E>,
  whole: Effect.Effect<B, E2>,
  next: (rest: Effect.Effect<A, E>) => Effect.Effect<B, E2>
): Effect.Effect<B, E2> =>
  isDirect(effect)
    ? make(whole, (resume, context) => {
        effect[begin]((rest) => {
          resume(attempt(() => next(rest)))
        }, context)
      })
    : whole

/** As `Effect.flatMap`; calls `f` at once with what is known already. */
export const flatMap = <A, E, B, E2>(
  effect: Effect.Effect<A, E>,
  f: (value: A) => Effect.Effect<B, E2>
): Effect.Effect<B, E | E2> =>
  isOver(effect)
    ? Exit.isSuccess(effect)
      ? f(effect.value)
      : Exit.failCause(effect.cause)
    : after<A, E, B, E | E2>(effect, Effect.flatMap(effect, f), (rest) => flatMap(rest, f))

/** As `Effect.map`. */
export const map = <A, E, B>(
  effect: Effect.Effect<A, E>,
  f: (value: A) => B
): Effect.Effect<B, E> => flatMap(effect, (value) => Exit.succeed(f(value)))

/** As `Effect.matchCauseEffect`. */
export const matchCause = <A, E, B, E2>(
  effect: Effect.Effect<A, E>,
  by: {
    readonly onFailure: (cause: Cause.Cause<E>) => Effect.Effect<B, E2>
    readonly onSuccess: (value: A) => Effect.Effect<B, E2>
  }
): Effect.Effect<B, E2> =>
  isOver(effect)
    ? Exit.isSuccess(effect)
      ? by.onSuccess(effect.value)
      : by.onFailure(effect.cause)
    : after(effect, Effect.matchCauseEffect(effect, by), (rest) => matchCause(rest, by))

/** As `Effect.orElseSucceed`. */
export const orElseSucceed = <A, E>(effect: Effect.Effect<A, E>, f: () => A): Effect.Effect<A> =>
  isOver(effect) && Exit.isSuccess(effect)
    ? Exit.succeed(effect.value)
    : after(effect, Effect.orElseSucceed(effect, f), (rest) => orElseSucceed(rest, f))

/** Runs it as far as it needs no fiber, and hands over the rest: an exit if it is over. */
export const run = <A, E>(
  effect: Effect.Effect<A, E>,
  context: Context.Context<never>,
  handOver: (rest: Effect.Effect<A, E>) => void
): void => {
  // A batch calls back in the asynchronous context of another caller.
  const caller = new AsyncResource("telemark")
  const go = (rest: Effect.Effect<A, E>): void => {
    if (isDirect(rest))
      rest[begin]((next) => {
        caller.runInAsyncScope(go, undefined, next)
      }, context)
    else handOver(rest)
  }
  go(effect)
}
