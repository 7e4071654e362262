import {
  type Call,
  limitsOf,
  makeEventReader,
  openStream,
  pauseAfter,
  prepare,
  resumedAfter,
  type Service,
  textOf
} from "../Calls/index.js"
import { ConnectionFailed, TimedOut } from "../Errors/index.js"
import type { CallOptions, Promises, Runner } from "../Operations/index.js"
import { type Timers, within } from "./timers.js"

/**
 * A stream of events shows every 15 seconds that it is alive; one that is silent for so long has
 * lost its connection.
 */
const silentMillis = 45_000

const usualPause = 2000

/**
 * Reads streams. One of events that ends or loses its connection is opened again after the last
 * event, until the loop is left; it rejects if it can't be opened as often in a row as a call is
 * repeated. A table that breaks off rejects: a part of it may have been used.
 */
export const makeStream = (service: Service, timers: Timers): Runner<Promises>["stream"] => {
  const opened = async (
    call: Call<never>,
    { signal, ...options }: CallOptions,
    ended: AbortSignal
  ) => {
    const { retries, timeoutMillis } = limitsOf(options, service.limits)
    for (let attempts = 1; ; attempts++) {
      const request = prepare(service, call)
      const late = (_: unknown, reject: (error: Error) => void) => {
        reject(new TimedOut(timeoutMillis, { requestId: request.requestId }))
      }
      try {
        // `within` aborts its own signal when the time is up; the stream goes on after that, until
        // the loop is left.
        const controller = new AbortController()
        ended.addEventListener(
          "abort",
          () => {
            controller.abort()
          },
          { once: true }
        )
        const stream = await within(timers, timeoutMillis, signal, late, (failed) => {
          failed.addEventListener(
            "abort",
            () => {
              controller.abort()
            },
            { once: true }
          )
          return openStream(request, controller.signal)
        })
        return { stream, requestId: request.requestId }
      } catch (error) {
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

  /** Waits for a piece, unless the signal aborts or the connection is silent for too long. */
  const reading =
    ({ signal }: CallOptions, requestId: string) =>
    <A>(next: () => Promise<A>): Promise<A> =>
      within(
        timers,
        silentMillis,
        signal,
        (_, reject) => {
          reject(new TimedOut(silentMillis, { requestId }))
        },
        next
      )

  const text = async function* (call: Call<never>, options: CallOptions) {
    const ended = new AbortController()
    try {
      const { requestId, stream } = await opened(call, options, ended.signal)
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
      const { requestId, stream } = await opened(resumedAfter(call, lastId), options, ended.signal)
      try {
        const read = makeEventReader()
        for await (const piece of textOf(stream, requestId, reading(options, requestId))) {
          const came = read(piece)
          // Yielded before the next ones are read, so an event that the loop has taken isn't
          // repeated after a lost connection.
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
      await within<undefined>(
        timers,
        pause * (0.5 + timers.random()),
        options.signal,
        (resolve) => {
          resolve(undefined)
        }
      )
    }
  }

  return (call, options = {}) => ({
    [Symbol.asyncIterator]: () =>
      call.accept === "text/event-stream" ? events(call, options) : text(call, options)
  })
}
