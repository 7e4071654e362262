import { checkedOptions, foldAddress, type Mailbox } from "@telemark/contract"
import { DeliveryOutcome, Inbox, type Reply, Transport } from "@telemark/core"
import { Clock, Effect, Layer } from "effect"
import { toSourceInSlices } from "../composition/compose.js"
import { sendPrepared } from "../sendPrepared.js"

/** `bounced` is a permanent refusal, `deferred` a temporary one. */
type MagicOutcome = "delivered" | "complained" | "bounced" | "deferred"

// RFC 2606 2 reserves .test: such mail reaches no person over another transport either.
const magic = /^(delivered|complained|bounced|deferred)(?:\+[^@]*)?@telemark\.test$/

/**
 * The outcome that the address asks for (`+anything`: RFC 5233). Undefined: the mail is only
 * stored.
 */
const magicOutcome = (recipient: string): MagicOutcome | undefined =>
  magic.exec(foldAddress(recipient))?.[1] as MagicOutcome | undefined

/** The replies to RCPT (RFC 5321 4.2, RFC 3463) for refused mail. */
const refusals: Readonly<Record<"bounced" | "deferred", Reply>> = {
  bounced: {
    code: 550,
    enhanced: "5.1.1",
    text: "No such user, as the recipient's address asks for"
  },
  // The text must not mention a rate: such a reply would delay all other mail too.
  deferred: {
    code: 451,
    enhanced: "4.7.1",
    text: "Greylisted, as the recipient's address asks for"
  }
}

export interface CaptureOptions {
  /**
   * Whether mail of tenants with their own SMTP server is captured, too. Default true: no mail
   * leaves the machine.
   */
  readonly all?: boolean | undefined
}

const provider = "capture"

const nameAndAddress = ({ address, name }: Mailbox): string =>
  name === null ? address : `${name} <${address}>`

const make = ({ all = true }: CaptureOptions) =>
  Effect.map(Inbox, (inbox) =>
    Transport.of({
      deliversAll: all,
      captures: true,
      deliver: (message) =>
        sendPrepared({ provider }, message, ({ mail }) =>
          Effect.gen(function* () {
            const { id, recipient, sender, subject, tenant_id } = message
            const fate = magicOutcome(recipient)
            if (fate === "bounced" || fate === "deferred")
              return DeliveryOutcome.Refused({ provider, stage: "rcpt", reply: refusals[fate] })
            const captured_at = yield* Clock.currentTimeMillis
            yield* inbox.put(
              { id, tenant_id, sender: nameAndAddress(sender), recipient, subject, captured_at },
              yield* toSourceInSlices(mail)
            )
            return DeliveryOutcome.Accepted({
              provider,
              response: "250 2.0.0 captured",
              ...(fate === undefined ? {} : { report: fate })
            })
          })
        ).pipe(
          // The inbox is the next hop here.
          Effect.catchTag("StorageError", () =>
            Effect.succeed(
              DeliveryOutcome.Broken({
                provider,
                stage: "end_of_data",
                reason: "refused",
                ambiguous: false
              })
            )
          )
        )
    })
  )

/**
 * A transport that stores mail in the local inbox, signed, with the bytes that would be sent. For
 * tests, four recipients of `telemark.test` have a fixed outcome: `delivered@` is stored and
 * reported as delivered, `complained@` stored and reported as a complaint, `bounced@` refused
 * permanently (550 5.1.1), `deferred@` refused temporarily at each attempt (451 4.7.1). `+anything`
 * may precede the `@`.
 */
export const layerCapture = (options: CaptureOptions = {}): Layer.Layer<Transport, never, Inbox> =>
  Layer.effect(Transport, make(options))

/** `layerCapture` as a function that also checks untyped options. */
export const capture = (options: CaptureOptions = {}): Layer.Layer<Transport, never, Inbox> =>
  layerCapture(checkedOptions("capture()", "{ all: false }", { all: true }, options))
