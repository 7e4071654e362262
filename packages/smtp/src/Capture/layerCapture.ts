import { checkedOptions, DeliveryOutcome, Inbox, type Mailbox, Transport } from "@telemark/core"
import { Clock, Effect, Layer } from "effect"
import { toSourceInSlices } from "../Composition/index.js"
import { sendPrepared } from "../Preparation/index.js"
import { magicOutcome, refusals } from "./magicRecipient.js"

export interface CaptureOptions {
  /**
   * Whether mail of tenants with an SMTP server of their own is captured too, so that no mail leaves the machine.
   * True by default; otherwise that mail goes over their servers.
   */
  readonly all?: boolean | undefined
}

const provider = "capture"

const nameAndAddress = ({ address, name }: Mailbox): string => (name === null ? address : `${name} <${address}>`)

const make = ({ all = true }: CaptureOptions) =>
  Effect.map(Inbox, (inbox) =>
    Transport.of({
      deliversAll: all,
      captures: true,
      deliver: (message) =>
        sendPrepared({ provider }, message, ({ mail }) =>
          Effect.gen(function*() {
            const { id, recipient, sender, subject, tenant_id } = message
            const fate = magicOutcome(recipient)
            if (fate === "bounced" || fate === "deferred") return DeliveryOutcome.Refused({ provider, stage: "rcpt", reply: refusals[fate] })
            const captured_at = yield* Clock.currentTimeMillis
            yield* inbox.put({ id, tenant_id, sender: nameAndAddress(sender), recipient, subject, captured_at }, yield* toSourceInSlices(mail))
            return DeliveryOutcome.Accepted({ provider, response: "250 2.0.0 captured", ...(fate === undefined ? {} : { report: fate }) })
          })).pipe(
          // The inbox is the next hop here: while it can't keep mail, it can't be reached.
          Effect.catchTag("StorageError", () =>
            Effect.succeed(DeliveryOutcome.Broken({ provider, stage: "end_of_data", reason: "refused", ambiguous: false })))
        )
    }))

/**
 * A transport that keeps mail in the local inbox, signed, with the bytes that would be sent where no provider wants others.
 *
 * What becomes of mail to four recipients of `telemark.test` is known beforehand, for tests: `delivered@` is kept and reported
 * as delivered, `complained@` kept and reported as a complaint; `bounced@` is refused for good (550 5.1.1), `deferred@` at each
 * attempt for now (451 4.7.1), and neither is kept. `+anything` may stand before the `@`.
 */
export const layerCapture = (options: CaptureOptions = {}): Layer.Layer<Transport, never, Inbox> =>
  Layer.effect(Transport, make(options))

/** `layerCapture`, as the other transports are chosen: by a call. */
export const capture = (options: CaptureOptions = {}): Layer.Layer<Transport, never, Inbox> =>
  layerCapture(checkedOptions("capture()", "{ all: false }", { all: true }, options))
