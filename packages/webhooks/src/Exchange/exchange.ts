import type { WebhookFault } from "@telemark/core"
import { Data } from "effect"
import type { Dispatcher } from "undici"
import { reasonOf } from "../Connection/index.js"
import type { Posting } from "./connection.js"
import type { Connections, Line, Taken } from "./connections.js"
import { excerptOf, keptOctets } from "./excerpt.js"

/** What came of a request. `reason` is undefined for an `error` that isn't of the network. */
export type Exchanged = Data.TaggedEnum<{
  Answered: { readonly status: number; readonly response: string }
  Failed: { readonly reason: WebhookFault | undefined; readonly error: unknown }
}>
export const Exchanged = Data.taggedEnum<Exchanged>()

/** Of an answer, so many octets are read. */
const maxOctets = 65_536

const noContent = 204

const tooLate = Exchanged.Failed({ reason: "timeout", error: undefined })

/**
 * Posts, and reads the answer until it is there as a whole, or as far as it is read; within so many milliseconds, however
 * the octets drip in. A kept connection that turns out to be dead before a word was said is replaced once. It answers with what gives
 * the request up: that closes the connection, and `done` isn't called any more.
 */
export const exchange = (
  connections: Connections,
  line: Line,
  { posting, timeoutMillis }: { readonly posting: Posting; readonly timeoutMillis: number },
  done: (outcome: Exchanged) => void
): () => void => {
  const kept: Array<Uint8Array> = []
  let octets = 0
  let status = 0
  let isOver = false
  let taken: Taken | undefined

  const leave = (what: "keep" | "drop"): void => {
    isOver = true
    clearTimeout(timer)
    if (taken !== undefined) connections[what](taken)
  }
  const end = (what: "keep" | "drop", outcome: Exchanged): void => {
    if (isOver) return
    leave(what)
    done(outcome)
  }
  const answered = (): Exchanged => Exchanged.Answered({ status, response: excerptOf(kept.length === 1 && kept[0] !== undefined ? kept[0] : Buffer.concat(kept)) })

  const handler: Dispatcher.DispatchHandler = {
    // It is what undici knows this kind of handler by.
    onRequestStart: () => {},
    onResponseStart: (_, code) => {
      status = code
    },
    onResponseData: (_, chunk) => {
      if (octets < keptOctets) kept.push(chunk.subarray(0, keptOctets - octets))
      octets += chunk.length
      if (octets >= maxOctets) end("drop", answered())
    },
    onResponseEnd: () => end("keep", answered()),
    onResponseError: (_, error) => {
      if (isOver) return
      // It ends with its head, whatever that announces (RFC 9112, 6.3).
      if (status === noContent) return end("drop", answered())
      const reason = reasonOf(error, status !== 0)
      const isDead = taken?.wasKept === true && status === 0 && reason === "reset"
      if (taken === undefined || !isDead) return end("drop", Exchanged.Failed({ reason, error }))
      connections.drop(taken)
      post(true)
    }
  }
  const post = (isFresh: boolean): void => {
    taken = undefined
    try {
      taken = connections.take(line, isFresh)
      taken.connection.post(posting, handler)
    } catch (error) {
      end("drop", Exchanged.Failed({ reason: undefined, error }))
    }
  }
  const timer = setTimeout(() => end("drop", tooLate), timeoutMillis)
  post(false)
  return () => { if (!isOver) leave("drop") }
}
