import { HandOver, Inbox, Transport } from "@telemark/core"
import { Clock, Effect, Layer } from "effect"
import { compose, toSource } from "../Composition/index.js"

const provider = "capture"

const make = Effect.map(Inbox, (inbox) =>
  Transport.of({
    handOver: (message) =>
      Effect.gen(function*() {
        const mail = compose(message)
        if (mail === undefined) return HandOver.Unsendable({ provider, reason: "composition" })
        const { id, recipient, sender, subject, tenant_id } = message
        const captured_at = yield* Clock.currentTimeMillis
        yield* inbox.put({ id, tenant_id, sender: sender.address, recipient, subject, captured_at }, toSource(mail))
        return HandOver.Accepted({ provider, response: "250 2.0.0 captured" })
      }).pipe(
        // The inbox is the next hop here: while it can't keep mail, it can't be reached.
        Effect.catchTag("StorageError", () =>
          Effect.succeed(HandOver.Broken({ provider, stage: "end_of_data", reason: "refused", ambiguous: false })))
      )
  }))

/** A transport that keeps mail in the local inbox, with the very bytes that would be sent; nothing leaves the machine. */
export const layerCapture: Layer.Layer<Transport, never, Inbox> = Layer.effect(Transport, make)

/** `layerCapture`, as the other transports are chosen: by a call. */
export const capture = (): Layer.Layer<Transport, never, Inbox> => layerCapture
