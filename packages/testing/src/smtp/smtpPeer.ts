import { Effect, type Scope } from "effect"
import type { SmtpPeerOptions } from "./options.js"
import { type SmtpPeer, startSmtpPeer } from "./peer.js"

/** `startSmtpPeer` as a scoped resource. */
export const smtpPeer = (
  options: SmtpPeerOptions = {}
): Effect.Effect<SmtpPeer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(() => startSmtpPeer(options)),
    (peer) => Effect.promise(() => peer.close())
  )
