import { HandOver, Inbox, Transport } from "@telemark/core"
import { Clock, Effect, Layer } from "effect"
import { toSource } from "../Composition/index.js"
import { prepare } from "../Parcels/index.js"

export interface CaptureOptions {
  /**
   * Whether mail of tenants with an SMTP server of their own is captured too, so that no mail leaves the machine.
   * True by default; otherwise that mail goes over their servers.
   */
  readonly all?: boolean | undefined
}

const provider = "capture"

const make = ({ all = true }: CaptureOptions) =>
  Effect.map(Inbox, (inbox) =>
    Transport.of({
      carriesAll: all,
      handOver: (message) =>
        Effect.gen(function*() {
          const { mail } = yield* prepare(provider, message)
          const { id, recipient, sender, subject, tenant_id } = message
          const captured_at = yield* Clock.currentTimeMillis
          yield* inbox.put({ id, tenant_id, sender: sender.address, recipient, subject, captured_at }, toSource(mail))
          return HandOver.Accepted({ provider, response: "250 2.0.0 captured" })
        }).pipe(
          // The inbox is the next hop here: while it can't keep mail, it can't be reached.
          Effect.catchTag("StorageError", () =>
            Effect.succeed(HandOver.Broken({ provider, stage: "end_of_data", reason: "refused", ambiguous: false }))),
          Effect.merge
        )
    }))

/** A transport that keeps mail in the local inbox, signed, with the bytes that would be sent where no provider wants others. */
export const layerCapture = (options: CaptureOptions = {}): Layer.Layer<Transport, never, Inbox> =>
  Layer.effect(Transport, make(options))

/** `layerCapture`, as the other transports are chosen: by a call. */
export const capture = layerCapture
