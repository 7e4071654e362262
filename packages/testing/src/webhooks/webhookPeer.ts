import { Effect, type Scope } from "effect"
import { startWebhookPeer, type WebhookPeer, type WebhookPeerOptions } from "./peer.js"

/** `startWebhookPeer` as a scoped resource. */
export const webhookPeer = (
  options: WebhookPeerOptions = {}
): Effect.Effect<WebhookPeer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(() => startWebhookPeer(options)),
    (peer) => Effect.promise(() => peer.close())
  )
