// Hot path (docs/hot-paths.md): a request that waits for batches alone takes no fiber.
// Effects that can also run without a fiber, as far as they wait for nothing or for a callback.
import { Cause, Clock, Context, Effect, Effectable, Exit, type Fiber } from "effect"
import { AsyncResource } from "node:async_hooks"

type Services = Context.Context<never>

const attempt = <A, B, E>(f: (given: A) => Effect.Effect<B, E>, given: A): Effect.Effect<B, E> => {
  try {
    return f(given)
  } catch (defect) {
    return Exit.die(defect)
  }
}

class WithContext<A, E> extends Effectable.Class<A, E> {
  constructor(readonly f: (context: Services) => Effect.Effect<A, E>) {
    super()
  }
  asEffect(): Effect.Effect<A, E> {
    return Effect.withFiber(({ context }) => this.f(context))
  }
}

/** Calls back once; what it returns stops that, if it can be stopped. */
type Begin<A, E> = (
  resume: (rest: Effect.Effect<A, E>) => void,
  context: Services
) => void | (() => void)

class ByCallback<A, E> extends Effectable.Class<A, E> {
  constructor(
    readonly inFiber: () => Effect.Effect<A, E>,
    readonly begin: Begin<A, E>
  ) {
    super()
  }
  asEffect(): Effect.Effect<A, E> {
    return this.inFiber()
  }
}

class Then<A, E, B, E2> extends Effectable.Class<B, E2> {
  constructor(
    readonly source: Effect.Effect<A, E>,
    readonly onSuccess: (value: A) => Effect.Effect<B, E2>,
    readonly onFailure: (cause: Cause.Cause<E>) => Effect.Effect<B, E2>
  ) {
    super()
  }
  asEffect(): Effect.Effect<B, E2> {
    return this.after(this.source)
  }
  after(source: Effect.Effect<A, E>): Effect.Effect<B, E2> {
    return Effect.matchCauseEffect(source, this)
  }
  at(exit: Exit.Exit<A, E>): Effect.Effect<B, E2> {
    return Exit.isSuccess(exit)
      ? attempt(this.onSuccess, exit.value)
      : attempt(this.onFailure, exit.cause)
  }
}

/** Whether nothing remains to be run. */
export const isOver = <A, E>(effect: Effect.Effect<A, E>): effect is Exit.Exit<A, E> =>
  Exit.isExit(effect)

/**
 * `inFiber` makes it for fibers. Where there is none, and so no transaction, `begin` calls back
 * once, with the result or with what remains to be run; it never throws.
 */
export const byCallback = <A, E>(
  inFiber: () => Effect.Effect<A, E>,
  begin: Begin<A, E>
): Effect.Effect<A, E> => new ByCallback(inFiber, begin)

/** An effect made with the services of who runs it. */
export const withContext = <A, E>(
  f: (context: Services) => Effect.Effect<A, E>
): Effect.Effect<A, E> => new WithContext(f)

/** An effect made with the present time, in epoch milliseconds. */
export const withNow = <A, E>(f: (now: number) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  new WithContext((context) => f(Context.get(context, Clock.Clock).currentTimeMillisUnsafe()))

/** As `Effect.suspend`. */
export const suspend = <A, E>(f: () => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  new WithContext(f)

/** As `Effect.matchCauseEffect`; calls `onSuccess` at once with what is known already. */
export const matchCause = <A, E, B, E2>(
  effect: Effect.Effect<A, E>,
  onFailure: (cause: Cause.Cause<E>) => Effect.Effect<B, E2>,
  onSuccess: (value: A) => Effect.Effect<B, E2>
): Effect.Effect<B, E2> =>
  isOver(effect) && Exit.isSuccess(effect)
    ? onSuccess(effect.value)
    : new Then(effect, onSuccess, onFailure)

/** As `Effect.flatMap`. */
export const flatMap = <A, E, B, E2>(
  effect: Effect.Effect<A, E>,
  f: (value: A) => Effect.Effect<B, E2>
): Effect.Effect<B, E | E2> => matchCause<A, E, B, E | E2>(effect, Exit.failCause, f)

/** As `Effect.map`. */
export const map = <A, E, B>(
  effect: Effect.Effect<A, E>,
  f: (value: A) => B
): Effect.Effect<B, E> => flatMap(effect, (value) => Exit.succeed(f(value)))

/** As `Effect.orElseSucceed`. */
export const orElseSucceed = <A, E>(effect: Effect.Effect<A, E>, f: () => A): Effect.Effect<A> =>
  matchCause(effect, (cause) => Effect.orElseSucceed(Exit.failCause(cause), f), Exit.succeed)

/** Undefined if it has called back already. */
const beginStep = <A, E>(
  { begin }: ByCallback<A, E>,
  context: Services,
  goOn: (rest: Effect.Effect<A, E>) => void
): (() => boolean) | undefined => {
  const step = { isWaiting: true }
  const take = (): boolean => {
    const { isWaiting } = step
    step.isWaiting = false
    return isWaiting
  }
  const stop = begin((rest) => {
    if (take()) goOn(rest)
  }, context)
  if (!step.isWaiting) return undefined
  return () => {
    if (stop === undefined || !take()) return false
    stop()
    return true
  }
}

/**
 * Runs it as far as it needs no fiber, and hands over the rest: an exit if it is over. What it
 * returns stops what waits for a callback, if that can be stopped: then it returns true, and
 * nothing is handed over.
 */
export const run = <A, E>(
  effect: Effect.Effect<A, E>,
  context: Services,
  handOver: (rest: Effect.Effect<A, E>) => void
): (() => boolean) => {
  type Rest = Effect.Effect<unknown, unknown>
  const following: Array<Then<unknown, unknown, unknown, unknown>> = []
  let caller: AsyncResource | undefined
  let stop = (): boolean => false
  const go = (from: Rest): void => {
    let rest = from
    for (;;) {
      if (rest instanceof Then) {
        following.push(rest)
        rest = rest.source
      } else if (rest instanceof WithContext) {
        rest = attempt(rest.f, context)
      } else if (rest instanceof ByCallback) {
        // A batch calls back in the asynchronous context of another caller.
        const own = (caller ??= new AsyncResource("telemark"))
        stop = beginStep(rest, context, (next) => own.runInAsyncScope(go, undefined, next)) ?? stop
        return
      } else if (isOver(rest) && following.length > 0) {
        rest = following.pop()?.at(rest) ?? rest
      } else {
        const whole = following.reduceRight((source: Rest, next) => next.after(source), rest)
        handOver(whole as Effect.Effect<A, E>)
        return
      }
    }
  }
  go(effect)
  return () => stop()
}

const interrupted = Exit.failCause(Cause.interrupt())

/**
 * Runs it, in a fiber as far as it needs one, and calls `done` once, perhaps before this returns.
 * What it returns interrupts it.
 */
export const begin = <A, E>(
  effect: Effect.Effect<A, E>,
  context: Services,
  done: (exit: Exit.Exit<A, E>) => void
): (() => void) => {
  let fiber: Fiber.Fiber<A, E> | undefined
  const stop = run(effect, context, (rest) => {
    if (isOver(rest)) return done(rest)
    fiber = Effect.runForkWith(context)(rest)
    fiber.addObserver(done)
  })
  return () => {
    if (stop()) done(interrupted)
    else fiber?.interruptUnsafe()
  }
}
