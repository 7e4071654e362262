import type { WebhookKey } from "@telemark/core"
import { Effect } from "effect"
import { makeUnderWay } from "../underWay.js"

/** The events that a worker holds leases of. */
export interface InHand {
  readonly keys: () => ReadonlyArray<WebhookKey>
  readonly add: (key: WebhookKey) => void
  /** The very key that was added: an event may be in hand twice once its lease has run out. */
  readonly remove: (key: WebhookKey) => void
  readonly isEmpty: Effect.Effect<void>
}

export const makeInHand: Effect.Effect<InHand> = Effect.map(makeUnderWay, ({ begin, end, none }) => {
  const held = new Set<WebhookKey>()
  return {
    keys: () => [...held],
    add: (key) => {
      held.add(key)
      begin()
    },
    remove: (key) => {
      if (held.delete(key)) end()
    },
    isEmpty: none
  }
})
