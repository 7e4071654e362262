import type { Call } from "../calls/Call.js"
import { limitsOf, type Service } from "../calls/options.js"
import { makeEventReader, openStream, resumedAfter, textOf } from "../calls/stream.js"
import { prepare } from "../calls/request.js"
import { ConnectionFailed } from "../errors/TelemarkError.js"
import type { CallOptions, Promises, Runner } from "../operations/Style.js"
import { repeated } from "./repeated.js"
import { pauseFor, type Timers, within } from "./timers.js"

/** A stream of events shows a sign of life every 15 seconds. */
const silentMillis = 45_000

const usualPause = 2000

/**
 * A stream of events that ends or loses its connection is opened again after the last event, until
 * the loop is left; it rejects if that fails as often in a row as a call is repeated. A table that
 * breaks off rejects: a part of it may have been used.
 */
export const makeStream = (service: Service, timers: Timers): Runner<Promises>["stream"] => {
  const opened = async (
    call: Call<never>,
    { signal, ...options }: CallOptions,
    { signal: ended }: AbortController
  ) => {
    const { retries, timeoutMillis } = limitsOf(options, service.limits)
    const request = prepare(service, call)
    const { requestId } = request
    return repeated(timers, { retries, signal, repeat: call.repeat }, async () => {
      // `within` aborts its own signal when the time is up; the stream goes on after that.
      const controller = new AbortController()
      const abort = () => {
        controller.abort()
      }
      ended.addEventListener("abort", abort, { once: true })
      const stream = await within(timers, timeoutMillis, { requestId, signal }, (failed) => {
        failed.addEventListener("abort", abort, { once: true })
        return openStream(request, controller.signal)
      })
      return { stream, requestId }
    })
  }

  const reading =
    ({ signal }: CallOptions, requestId: string) =>
    <A>(next: () => Promise<A>): Promise<A> =>
      within(timers, silentMillis, { requestId, signal }, next)

  const text = async function* (call: Call<never>, options: CallOptions) {
    const ended = new AbortController()
    try {
      const { requestId, stream } = await opened(call, options, ended)
      for await (const piece of textOf(stream, requestId, reading(options, requestId))) {
        if (piece !== "") yield piece
      }
    } catch (error) {
      options.signal?.throwIfAborted()
      throw error
    } finally {
      ended.abort()
    }
  }

  const events = async function* (call: Call<never>, options: CallOptions) {
    let lastId: string | undefined
    let pause = usualPause
    for (;;) {
      const ended = new AbortController()
      const { requestId, stream } = await opened(resumedAfter(call, lastId), options, ended)
      try {
        const read = makeEventReader()
        for await (const piece of textOf(stream, requestId, reading(options, requestId))) {
          const came = read(piece)
          // Before the next ones are read: what the loop has taken isn't repeated after a lost
          // connection.
          for (const event of came.events) {
            lastId = (event as { readonly id: string }).id
            yield event
          }
          lastId = came.lastId ?? lastId
          pause = came.retry ?? pause
        }
      } catch (error) {
        options.signal?.throwIfAborted()
        if (!(error instanceof ConnectionFailed)) throw error
      } finally {
        ended.abort()
      }
      await pauseFor(timers, pause * (0.5 + timers.random()), options.signal)
    }
  }

  return (call, options = {}) => ({
    [Symbol.asyncIterator]: () =>
      call.accept === "text/event-stream" ? events(call, options) : text(call, options)
  })
}
