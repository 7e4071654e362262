// Hot path (docs/hot-paths.md): undici's client by callback, eight times `fetch`.
import type { WebhookFault } from "@telemark/core"
import { Data } from "effect"
import type { Dispatcher } from "undici"
import { reasonOf } from "./connector.js"
import type { Connections, Destination, Posting, Taken } from "./keptConnections.js"

const keptOctets = 1024

const replacement = "\uFFFD"

const whole = new TextDecoder("utf-8", { ignoreBOM: true })

/** In stream mode the decoder holds back an incomplete character. */
const decodeCut = (octets: Uint8Array): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(octets, { stream: true })

/** The longest prefix that fits into `keptOctets` in UTF-8. */
const shortened = (text: string): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(keptOctets)).read)

/**
 * The beginning of a response as text any database accepts: no NUL, 1,024 octets at most, invalid
 * UTF-8 replaced, no half character at the end.
 */
const excerptOf = (octets: Uint8Array): string => {
  const text =
    octets.length < keptOctets ? whole.decode(octets) : decodeCut(octets.subarray(0, keptOctets))
  const clean = text.includes("\0") ? text.replaceAll("\0", "") : text
  return clean.includes(replacement) ? shortened(clean) : clean
}

/** `reason` is undefined for an `error` that isn't of the network. */
type Exchanged = Data.TaggedEnum<{
  Answered: { readonly status: number; readonly response: string }
  Failed: { readonly reason: WebhookFault | undefined; readonly error: unknown }
}>
const Exchanged = Data.taggedEnum<Exchanged>()

/** How many octets of a response are read. */
const maxOctets = 65_536

const noContent = 204

const tooLate = Exchanged.Failed({ reason: "timeout", error: undefined })

/**
 * Posts a request and reads at most `maxOctets` of the response, within `timeoutMillis`, however
 * slowly octets arrive. A kept connection that was dead before any response is replaced once.
 * Returns what aborts: it closes the connection, and `done` isn't called any more.
 */
export const exchange = (
  connections: Connections,
  line: Destination,
  { posting, timeoutMillis }: { readonly posting: Posting; readonly timeoutMillis: number },
  done: (outcome: Exchanged) => void
): (() => void) => {
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
  const answered = (): Exchanged =>
    Exchanged.Answered({
      status,
      response: excerptOf(
        kept.length === 1 && kept[0] !== undefined ? kept[0] : Buffer.concat(kept)
      )
    })

  const handler: Dispatcher.DispatchHandler = {
    // undici recognises this kind of handler by this method.
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
  return () => {
    if (!isOver) leave("drop")
  }
}
