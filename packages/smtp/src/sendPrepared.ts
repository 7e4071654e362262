import { DeliveryOutcome, type OutgoingMessage, type RelayEnvelope } from "@telemark/core"
import { Effect } from "effect"
import { type Composed, composeInSlices } from "./composition/compose.js"
import { fieldsFor, rewrittenBy } from "./providers.js"
import { sign, type SigningFailed } from "./signing/sign.js"

/** A message to one recipient, composed and signed. */
export type PreparedMessage = Composed

interface NextHop {
  /** Its name in the log. */
  readonly provider: string
  /** Header fields that it rewrites, in lower case: they aren't signed. */
  readonly rewritten: ReadonlyArray<string>
  /** Header fields by the id of the message, so that its reports name it. */
  readonly fields: ((id: string) => string) | undefined
}

/** `host` has A-labels in lower case. */
export const nextHop = (provider: string, host = ""): NextHop => ({
  provider,
  rewritten: rewrittenBy(host, provider),
  fields: fieldsFor(host, provider)
})

const unsigned =
  (provider: string, { id }: OutgoingMessage) =>
  ({ domain, reason, selector }: SigningFailed): Effect.Effect<DeliveryOutcome> =>
    Effect.as(
      Effect.logError("a message could not be signed and was not sent", {
        email_id: id,
        domain,
        selector,
        reason
      }),
      DeliveryOutcome.Broken({ provider, stage: "connect", reason: "internal", ambiguous: false })
    )

const signAndSend = <E, R>(
  { fields, provider, rewritten }: NextHop,
  message: OutgoingMessage,
  composed: Composed | undefined,
  send: (prepared: PreparedMessage) => Effect.Effect<DeliveryOutcome, E, R>
): Effect.Effect<DeliveryOutcome, E, R> => {
  if (composed === undefined)
    return Effect.succeed(DeliveryOutcome.Unsendable({ provider, reason: "composition" }))
  // Before everything that is signed.
  const withFields = (mail: Composed["mail"]): PreparedMessage => ({
    ...composed,
    mail: fields === undefined ? mail : { ...mail, head: fields(message.id) + mail.head }
  })
  return Effect.matchEffect(sign(message, composed.mail, rewritten), {
    onFailure: unsigned(provider, message),
    onSuccess: (mail) => send(withFields(mail))
  })
}

/** Composes, signs and sends. A signing failure is our own fault and is retried. */
export const sendPrepared = <E, R>(
  hop: NextHop,
  message: OutgoingMessage,
  send: (prepared: PreparedMessage) => Effect.Effect<DeliveryOutcome, E, R>
): Effect.Effect<DeliveryOutcome, E, R> =>
  Effect.suspend(() => {
    const composed = composeInSlices(message)
    return composed instanceof Promise
      ? Effect.flatMap(
          Effect.promise(() => composed),
          (made) => signAndSend(hop, message, made, send)
        )
      : signAndSend(hop, message, composed, send)
  })

const endOfHead = Buffer.from("\r\n\r\n")

/** A mail that was composed before, as it is sent: octet for octet. */
export const asComposed = ({ from, to }: RelayEnvelope, source: Uint8Array): Composed => {
  const octets = Buffer.from(source.buffer, source.byteOffset, source.length)
  const at = octets.indexOf(endOfHead)
  const [head, body] =
    at < 0
      ? [octets, octets.subarray(octets.length)]
      : [octets.subarray(0, at + 2), octets.subarray(at + 4)]
  return {
    from,
    to,
    returnPath: undefined,
    mail: { head: head.toString("utf8"), body: [body.toString("latin1")] }
  }
}
