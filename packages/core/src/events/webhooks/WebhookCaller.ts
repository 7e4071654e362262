import { Context, Data, type Effect, type Redacted } from "effect"
import type { WebhookFormat } from "./WebhookEndpoint.js"

export interface WebhookCall {
  /** Its connections are used: no endpoint waits for another. */
  readonly endpoint_id: number
  readonly url: string
  readonly event_id: string
  /** JSON, signed as it is. */
  readonly body: string
  /** Newest first; each signs. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
  /** Whose names the signature's headers have besides ours. */
  readonly format?: WebhookFormat | null | undefined
  /** The span of the call, for the endpoint's own traces (W3C Trace Context). */
  readonly traceparent?: string | undefined
}

/**
 * `policy`: the network policy blocks the address; `dns`: there is no address, or only blocked
 * ones; `reset`: the response wasn't complete; `internal`: a fault of our own, which is logged.
 */
export type WebhookFault =
  | "policy"
  | "dns"
  | "refused"
  | "reset"
  | "timeout"
  | "tls"
  | "certificate"
  | "protocol"
  | "internal"

/**
 * A response counts once it is complete or 64 KiB were read; `response` is its first kB. Durations
 * are whole milliseconds.
 */
export type WebhookAnswer = Data.TaggedEnum<{
  Answered: { readonly status: number; readonly response: string; readonly duration_ms: number }
  Broken: { readonly reason: WebhookFault; readonly duration_ms: number }
}>
export const WebhookAnswer = Data.taggedEnum<WebhookAnswer>()

/** Without the message, which might quote a URL, a body or a secret. */
export const framesOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  const code = "code" in error ? ` ${String(error.code)}` : ""
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line))
  return [`${error.name}${code}`, ...frames].join("\n")
}

/** Port: posts signed events to tenants' URLs, within the network policy at each connection. */
export class WebhookCaller extends Context.Service<
  WebhookCaller,
  {
    /**
     * Returns within 15 s and never fails. Doesn't follow redirects. Interruption closes the
     * connection.
     */
    readonly call: (call: WebhookCall) => Effect.Effect<WebhookAnswer>
    /**
     * False if the host is a blocked address or `localhost`. Names are only resolved when called:
     * the result would reveal names in networks that the tenant can't see.
     */
    readonly isPermitted: (url: string) => Effect.Effect<boolean>
  }
>()("@telemark/core/WebhookCaller") {}
