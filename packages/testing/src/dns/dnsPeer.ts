import { Effect, type Scope } from "effect"
import { type DnsPeer, startDnsPeer } from "./peer.js"
import type { Zone } from "./zone.js"

/** `startDnsPeer` as a scoped resource. */
export const dnsPeer = (
  options: { readonly zone?: Zone } = {}
): Effect.Effect<DnsPeer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(() => startDnsPeer(options)),
    (peer) => Effect.promise(() => peer.close())
  )
