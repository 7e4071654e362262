import { Cause, Effect, Exit } from "effect"
import { pause } from "../timeSlices/pause.js"

const done = { done: true, value: undefined } as const

/** One page, and what the next one is read with; undefined after the last. */
export type PageOf<A, State> = readonly [page: A, next: State | undefined]

/**
 * Pages for a loop, each read when it is asked for. The first one is read at once, so that what is
 * wrong with the request shows before an answer has begun. Leaving the loop interrupts a page that
 * is being read.
 */
export const pagesOf = <A, State, E, R>(
  first: State,
  read: (state: State) => Effect.Effect<PageOf<A, State>, E, R>
): Effect.Effect<AsyncIterable<A>, E, R> =>
  Effect.gen(function* () {
    const runtime = yield* Effect.context<R>()
    const run = Effect.runPromiseExitWith(runtime)
    let [ahead, state]: PageOf<A | undefined, State> = yield* read(first)
    let isOver = false
    const stopped = new AbortController()
    const end = (): Promise<typeof done> => {
      isOver = true
      ahead = undefined
      stopped.abort()
      return Promise.resolve(done)
    }
    const next = async (): Promise<IteratorResult<A, undefined>> => {
      if (isOver) return done
      if (ahead !== undefined) {
        const value = ahead
        ahead = undefined
        return { done: false, value }
      }
      if (state === undefined) return end()
      const page = Effect.andThen(pause(), read(state))
      const exit = await run(page, { signal: stopped.signal })
      // Another call may have ended it meanwhile.
      if (stopped.signal.aborted) return done
      if (Exit.isFailure(exit)) {
        await end()
        throw Cause.squash(exit.cause)
      }
      const [value, following] = exit.value
      state = following
      return { done: false, value }
    }
    return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
  })
