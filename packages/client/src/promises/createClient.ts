import {
  type Call,
  firstPosition,
  type Listing,
  type Position,
  positionAfter
} from "../calls/Call.js"
import { attempt } from "../calls/attempt.js"
import { limitsOf, type Service, type ServiceOptions, serviceOf } from "../calls/options.js"
import { prepare } from "../calls/request.js"
import type { Client } from "../generated/operations.js"
import { makeOperations } from "../operations/makeOperations.js"
import type { CallOptions, Promises, Runner } from "../operations/Style.js"
import { repeated } from "./repeated.js"
import { makeStream } from "./stream.js"
import { type Timers, timers, within } from "./timers.js"

export const makeRunner = (service: Service, timers: Timers): Runner<Promises> => {
  const one = async <A>(call: Call<A>, options: CallOptions = {}): Promise<A> => {
    const { retries, timeoutMillis } = limitsOf(options, service.limits)
    const { signal } = options
    const request = prepare(service, call)
    const { requestId } = request
    return repeated(timers, { retries, signal, repeat: call.repeat }, () =>
      within(timers, timeoutMillis, { requestId, signal }, (ended) => attempt(request, ended))
    )
  }
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

/** A client of one server with one API key. It keeps nothing open and can be shared. */
export interface TelemarkClient extends Client {}

/** Options of a client; `baseUrl` and `apiKey` are required. */
export interface ClientOptions extends ServiceOptions {}

/**
 * A client of the service at `baseUrl`, which ends in `/v1`. Its methods reject with a
 * `TelemarkError`. Throws `InvalidOptions`.
 */
export const createClient = (options: ClientOptions): TelemarkClient =>
  makeOperations(makeRunner(serviceOf(options), timers))
