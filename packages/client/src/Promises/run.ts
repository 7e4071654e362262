import {
  attempt,
  type Call,
  firstPosition,
  limitsOf,
  type Listing,
  pauseAfter,
  type Position,
  positionAfter,
  prepare,
  type Service
} from "../Calls/index.js"
import { TimedOut } from "../Errors/index.js"
import type { CallOptions, Promises, Runner } from "../Operations/index.js"
import { makeStream } from "./stream.js"
import { type Timers, within } from "./timers.js"

const makeOne =
  (service: Service, timers: Timers): Runner<Promises>["one"] =>
  async <A>(call: Call<A>, options: CallOptions = {}): Promise<A> => {
    const { retries, timeoutMillis } = limitsOf(options, service.limits)
    const { signal } = options
    const request = prepare(service, call)
    for (let attempts = 1; ; attempts++) {
      try {
        const late = (_: unknown, reject: (error: Error) => void) => {
          reject(new TimedOut(timeoutMillis, { requestId: request.requestId }))
        }
        return await within(timers, timeoutMillis, signal, late, (ended) => attempt(request, ended))
      } catch (error) {
        // The signal may also abort between the failure and this point.
        signal?.throwIfAborted()
        const pause = pauseAfter({
          attempts,
          error,
          retries,
          repeat: call.repeat,
          random: timers.random()
        })
        if (pause === undefined) throw error
        await within<undefined>(timers, pause, signal, (resolve) => {
          resolve(undefined)
        })
      }
    }
  }

export const makeRunner = (service: Service, timers: Timers): Runner<Promises> => {
  const one = makeOne(service, timers)
  const rows = async function* <A>(listing: Listing<A>, options: CallOptions | undefined) {
    let position: Position | undefined = firstPosition
    while (position !== undefined) {
      const page = await one(listing(position), options)
      yield* page.data
      position = positionAfter(position, page)
    }
  }
  return {
    one,
    stream: makeStream(service, timers),
    many: (listing, options) => ({ [Symbol.asyncIterator]: () => rows(listing, options) })
  }
}
