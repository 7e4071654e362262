import { Transport } from "@telemark/core"
import { Effect, Layer } from "effect"
import { compose, toWireAddress } from "../Composition/index.js"
import type { InvalidSmtpUrl } from "./errors.js"
import { unsendable } from "./failure.js"
import { type SmtpOptions, toRoute } from "./options.js"
import { makePool } from "./pool.js"

const make = (options: SmtpOptions) =>
  Effect.gen(function*() {
    const route = yield* toRoute(options)
    const pool = yield* makePool(route)
    return Transport.of({
      handOver: (message) =>
        Effect.suspend(() => {
          const mail = compose(message)
          const from = toWireAddress(message.sender.address)
          const to = toWireAddress(message.recipient)
          return mail === undefined || from === undefined || to === undefined
            ? Effect.succeed(unsendable("composition"))
            : pool.handOver({ from, to, mail })
        })
    })
  })

/**
 * A transport that hands mail to an SMTP server, such as a provider's relay or a local Postfix. The options
 * are checked when the layer is built; the server is first spoken to when there is mail for it.
 */
export const layerSmtp = (options: SmtpOptions): Layer.Layer<Transport, InvalidSmtpUrl> => Layer.scoped(Transport, make(options))

/** `layerSmtp`, as the other transports are chosen: by a call. */
export const smtp = layerSmtp
