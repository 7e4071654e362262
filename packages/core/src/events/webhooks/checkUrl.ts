import { ValidationFailed } from "@telemark/contract"
import { Effect } from "effect"
import type { WebhookCaller } from "./WebhookCaller.js"

const closed =
  "must name a public host: the network policy does not allow the address of this one. The operator can allow networks with TELEMARK_ALLOW_NETWORKS."

/**
 * Refuses a URL whose host is an address that the network policy blocks. Names are resolved and
 * checked at each connection.
 */
export const checkUrl = (
  caller: typeof WebhookCaller.Service,
  url: string
): Effect.Effect<void, ValidationFailed> =>
  Effect.flatMap(caller.isPermitted(url), (isPermitted) =>
    isPermitted ? Effect.void : ValidationFailed.at("url", closed)
  )
