import type { WebhookPeer } from "@telemark/testing"
import type { Api } from "../api.js"
import type { Traits } from "../host.js"

/** What a part of the suite is given. The host runs once its tests do. */
export interface Given {
  readonly api: () => Api
  /** Takes webhooks in. */
  readonly receiver: () => WebhookPeer
  readonly traits: Traits
}

/** Adds tests to the suite. */
export type Part = (given: Given) => void

/** The shortest send. */
export const hello = { to: "ada@example.com", subject: "Hello", html: "<p>Hello</p>" } as const
