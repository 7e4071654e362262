import { DeliveryOutcome, type OutgoingMessage } from "@telemark/core"
import { Effect } from "effect"
import { type Composed, composeInSlices } from "../Composition/index.js"
import { sign, type SigningFailed } from "../Signing/index.js"

/** One message to one recipient, composed and signed. */
export type PreparedMessage = Composed

/** For whom a message is prepared. */
export interface NextHop {
  /** What the hop is called in the log. */
  readonly provider: string
  /** The header fields that it writes anew, in lower case: signatures don't cover them. */
  readonly rewritten?: ReadonlyArray<string>
}

const unsigned = (provider: string, { id }: OutgoingMessage) => ({ domain, reason, selector }: SigningFailed): Effect.Effect<DeliveryOutcome> =>
  Effect.as(
    Effect.logError("a message could not be signed and was not sent", { email_id: id, domain, selector, reason }),
    DeliveryOutcome.Broken({ provider, stage: "connect", reason: "internal", ambiguous: false })
  )

const signAndSend = <E, R>(
  { provider, rewritten = [] }: NextHop,
  message: OutgoingMessage,
  composed: Composed | undefined,
  send: (prepared: PreparedMessage) => Effect.Effect<DeliveryOutcome, E, R>
): Effect.Effect<DeliveryOutcome, E, R> => {
  if (composed === undefined) return Effect.succeed(DeliveryOutcome.Unsendable({ provider, reason: "composition" }))
  if (message.signing.length === 0) return send(composed)
  return Effect.matchEffect(sign(message, composed.mail, rewritten), {
    onFailure: unsigned(provider, message),
    onSuccess: (mail) => send({ ...composed, mail })
  })
}

/**
 * Composes and signs a message and sends it, or says why it can't be composed or signed. A mail that can't be signed is a fault of our own
 * and tried again. What needs no signature and is composed within a time slice is sent without waiting for anything.
 */
export const sendPrepared = <E, R>(
  hop: NextHop,
  message: OutgoingMessage,
  send: (prepared: PreparedMessage) => Effect.Effect<DeliveryOutcome, E, R>
): Effect.Effect<DeliveryOutcome, E, R> =>
  Effect.suspend(() => {
    const composed = composeInSlices(message)
    return composed instanceof Promise
      ? Effect.flatMap(Effect.promise(() => composed), (made) => signAndSend(hop, message, made, send))
      : signAndSend(hop, message, composed, send)
  })
