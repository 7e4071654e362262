import type { WebhookKey } from "@telemark/core"
import { Effect } from "effect"
import { makeInFlightCount } from "../inFlightSet.js"

export interface InFlight {
  readonly keys: () => ReadonlyArray<WebhookKey>
  readonly add: (key: WebhookKey) => void
  /** Compares by identity: the same event may be in flight twice once its lease has run out. */
  readonly remove: (key: WebhookKey) => void
  readonly isEmpty: Effect.Effect<void>
}

export const makeWebhooksInFlight: Effect.Effect<InFlight> = Effect.map(
  makeInFlightCount,
  ({ begin, end, none }) => {
    const leasedKeys = new Set<WebhookKey>()
    return {
      keys: () => [...leasedKeys],
      add: (key) => {
        leasedKeys.add(key)
        begin()
      },
      remove: (key) => {
        if (leasedKeys.delete(key)) end()
      },
      isEmpty: none
    }
  }
)
