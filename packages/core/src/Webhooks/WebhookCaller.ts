import { Context, Data, type Effect, type Redacted } from "effect"

/** What is to be posted. */
export interface WebhookCall {
  /** Whose connections are used: no endpoint waits for another's. */
  readonly endpoint_id: number
  readonly url: string
  readonly event_id: string
  /** JSON. It is signed as it stands. */
  readonly body: string
  /** The newest first; each signs. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

/**
 * Why no answer came. `policy`: the network policy closes the address that the URL has; `dns`: the name has no address, or one that
 * the policy closes; `reset`: the connection was lost, or closed before the
 * whole answer was there; `internal`: a fault of our own, which the log tells of.
 */
export type WebhookFault = "policy" | "dns" | "refused" | "reset" | "timeout" | "tls" | "certificate" | "protocol" | "internal"

/**
 * What came of a call. An answer is one once it is there as a whole, or the 64 KiB of it that are read; its body is kept
 * in its first kB. Durations are whole milliseconds.
 */
export type WebhookAnswer = Data.TaggedEnum<{
  Answered: { readonly status: number; readonly response: string; readonly duration_ms: number }
  Broken: { readonly reason: WebhookFault; readonly duration_ms: number }
}>
export const WebhookAnswer = Data.taggedEnum<WebhookAnswer>()

/** Port: posts signed events to URLs that tenants name, keeping the network policy at each connection. */
export class WebhookCaller extends Context.Tag("@telemark/core/WebhookCaller")<WebhookCaller, {
  /** Answers within 15 s, whatever the receiver does; never fails. Redirects are not followed. Interrupting it closes the connection. */
  readonly call: (call: WebhookCall) => Effect.Effect<WebhookAnswer>
  /**
   * `call` for who doesn't wait in a fiber: signed at `now`, in epoch milliseconds. `done` is called with the answer, unless the call was given
   * up by what it answers with. A caller that has none makes each call in a fiber.
   */
  readonly post?: (call: WebhookCall, now: number, done: (answer: WebhookAnswer) => void) => () => void
  /**
   * False if the URL's host is an address that the network policy closes, or `localhost`. Names are looked up when they are called and not
   * here: the answer would say which names a network has that the tenant can't see.
   */
  readonly isPermitted: (url: string) => Effect.Effect<boolean>
}>() {}
