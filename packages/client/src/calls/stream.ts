import { ConnectionFailed, UnexpectedAnswer } from "../errors/TelemarkError.js"
import { answerOf, exchange } from "./attempt.js"
import { type Answer, readAnswer } from "./answer.js"
import type { Call } from "./Call.js"
import type { Prepared } from "./request.js"

/** Rejects with what the service refuses it for. */
export const openStream = async (
  request: Prepared<never>,
  signal: AbortSignal
): Promise<ReadableStream<Uint8Array>> => {
  const { call, requestId } = request
  const came = await exchange<Answer | ReadableStream<Uint8Array>>(request, signal, (response) => {
    const type = response.headers.get("content-type")?.split(";")[0]?.trim()
    return response.status === 200 && type === call.accept && response.body !== null
      ? response.body
      : answerOf(response)
  })
  if (!("text" in came)) return came
  const reading = readAnswer(came, requestId, () => undefined)
  throw reading._tag === "Bad"
    ? reading.error
    : new UnexpectedAnswer("The answer is not Telemark's.", { status: came.status, requestId })
}

/** Rejects with `ConnectionFailed` if the stream breaks off; `read` bounds the wait for a piece. */
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
    // Also when a loop is left early.
    reader.cancel().catch(() => undefined)
  }
}

export interface EventLines {
  /** The parsed `data` of each event. */
  readonly events: ReadonlyArray<unknown>
  readonly lastId: string | undefined
  /** Milliseconds. */
  readonly retry: number | undefined
}

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

export const resumedAfter = <A>(call: Call<A>, lastId: string | undefined): Call<A> =>
  lastId === undefined ? call : { ...call, query: { ...call.query, last_event_id: lastId } }
