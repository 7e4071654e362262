import { HandOver, type OutgoingMessage } from "@telemark/core"
import { Effect } from "effect"
import { type ComposedMail, composeInSlices, toWireAddress } from "../Composition/index.js"
import { sign, type SigningFailed } from "../Signing/index.js"

/** One message to one recipient: addresses with A-labels, and the mail itself. */
export interface Parcel {
  readonly from: string
  readonly to: string
  readonly mail: ComposedMail
}

const unsigned = (provider: string, { id }: OutgoingMessage) => ({ domain, reason, selector }: SigningFailed): Effect.Effect<never, HandOver> =>
  Effect.zipRight(
    Effect.logError("a message could not be signed and was not sent", { email_id: id, domain, selector, reason }),
    Effect.fail(HandOver.Broken({ provider, stage: "connect", reason: "internal", ambiguous: false }))
  )

/**
 * Composes and signs a message for a hop; fails with what came of it if that can't be done. A mail that can't be
 * signed is a fault of our own and tried again. The hop writes the header fields of the names `rewritten` anew.
 */
export const prepare = (
  provider: string,
  message: OutgoingMessage,
  rewritten: ReadonlyArray<string> = []
): Effect.Effect<Parcel, HandOver> =>
  Effect.flatMap(composeInSlices(message), (mail) => {
    const from = toWireAddress(message.sender.address)
    const to = toWireAddress(message.recipient)
    if (mail === undefined || from === undefined || to === undefined) return Effect.fail(HandOver.Unsendable({ provider, reason: "composition" }))
    return Effect.matchEffect(sign(message, mail, rewritten), {
      onFailure: unsigned(provider, message),
      onSuccess: (signed) => Effect.succeed({ from, to, mail: signed })
    })
  })
