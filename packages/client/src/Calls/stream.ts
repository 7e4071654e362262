import { ConnectionFailed, UnexpectedAnswer } from "../Errors/index.js"
import { explain } from "./attempt.js"
import { readAnswer } from "./answer.js"
import type { Call } from "./Call.js"
import type { Prepared } from "./request.js"

/** Opens a stream. Rejects with what the service refuses it for. */
export const openStream = async (
  { body, call, headers, requestId, service, url }: Prepared<never>,
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array>> => {
  const { fetch } = service
  let refused
  try {
    const response = await fetch(url, {
      method: call.method,
      headers: { ...headers },
      signal,
      redirect: "manual",
      ...(body === undefined ? {} : { body })
    })
    const type = response.headers.get("content-type")?.split(";")[0]?.trim()
    if (response.status === 200 && type === call.accept && response.body !== null)
      return response.body
    refused = { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    throw new ConnectionFailed(explain(error), { requestId })
  }
  const reading = readAnswer(refused, requestId, () => undefined)
  throw reading._tag === "Bad"
    ? reading.error
    : new UnexpectedAnswer("The answer is not Telemark's.", { status: refused.status, requestId })
}

/**
 * The pieces of a stream as text. Rejects with `ConnectionFailed` if it breaks off; `read` bounds
 * the wait for a piece.
 */
export const textOf = async function* (
  stream: ReadableStream<Uint8Array>,
  requestId: string,
  read: <A>(next: () => Promise<A>) => Promise<A> = (next) => next()
): AsyncGenerator<string, void> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      let next
      try {
        next = await read(() => reader.read())
      } catch {
        throw new ConnectionFailed("it was cut off.", { requestId })
      }
      if (next.done) return
      yield decoder.decode(next.value, { stream: true })
    }
  } finally {
    // Also when a loop is left early: the connection isn't needed any more.
    reader.cancel().catch(() => undefined)
  }
}

/** What came of a stream of events since the last time: events, and where to go on. */
export interface EventLines {
  /** The parsed `data` of each event. */
  readonly events: ReadonlyArray<unknown>
  readonly lastId: string | undefined
  /** Milliseconds after which to come back. */
  readonly retry: number | undefined
}

/** Reads server-sent events piece by piece. */
export const makeEventReader = () => {
  let rest = ""
  return (text: string): EventLines => {
    const blocks = (rest + text).split("\n\n")
    rest = blocks.pop() ?? ""
    const events: Array<unknown> = []
    let lastId: string | undefined
    let retry: number | undefined
    for (const block of blocks) {
      for (const line of block.split("\n")) {
        const [name = "", value = ""] = line.split(/:(.*)/).map((part) => part.trim())
        if (name === "data") events.push(JSON.parse(value))
        else if (name === "id") lastId = value
        else if (name === "retry") retry = Number(value)
      }
    }
    return { events, lastId, retry }
  }
}

/** The call that goes on after an event. */
export const resumedAfter = <A>(call: Call<A>, lastId: string | undefined): Call<A> =>
  lastId === undefined ? call : { ...call, query: { ...call.query, last_event_id: lastId } }
