import type { StorageError } from "@telemark/contract"
import {
  type InvalidSecret,
  Links,
  type LinkSubject,
  makeFreshKeys,
  makeLinkKeys,
  type SecretMissing,
  type StoredKeys
} from "@telemark/core"
import { Effect, Layer, type Redacted } from "effect"
import { makeUnsubscribeMailto } from "../unsubscribe/unsubscribeMailto.js"
import { linkBaseOf } from "./linkBase.js"
import { linksOf } from "./linksOf.js"

export interface EngagementOptions {
  /**
   * The address of this service on the internet, as `readPublicUrl` returns it. Without it, mail
   * carries no address of this service.
   */
  readonly publicUrl?: string | undefined
  /** Whether addresses end in a slash, for hosts that redirect all others. */
  readonly trailingSlash?: boolean | undefined
  /**
   * The host of return paths, as A-labels. With it, mail that offers unsubscribing has an address
   * there to which mail unsubscribes.
   */
  readonly returnPathHost?: string | undefined
  /**
   * The host, in A-labels, that `track.<domain>` of tenants' domains leads to. Without it, all
   * addresses begin with `publicUrl`.
   */
  readonly trackingHost?: string | undefined
  /**
   * As for `Secrets.layer`. The newest key makes the tokens, and those of all keys are known when a
   * reader follows an address.
   */
  readonly secret?: string | Redacted.Redacted | undefined
}

export interface LinksOptions extends EngagementOptions {
  /**
   * The service's address on this machine: used without `publicUrl`, in mail that stays on the
   * machine.
   */
  readonly localUrl?: string | undefined
}

/** Writes the addresses that mail carries to this service. */
export const layerLinks = ({
  localUrl,
  publicUrl = localUrl,
  returnPathHost,
  secret,
  trackingHost,
  trailingSlash = false
}: LinksOptions): Layer.Layer<never, InvalidSecret | SecretMissing | StorageError, StoredKeys> =>
  Layer.effect(
    Links,
    publicUrl === undefined
      ? Effect.succeed(undefined)
      : Effect.gen(function* () {
          const leadOutside = publicUrl !== localUrl
          const baseOf = linkBaseOf({
            publicUrl,
            trackingHost: leadOutside ? trackingHost : undefined
          })
          const keys = yield* makeFreshKeys(secret, yield* makeLinkKeys(secret))
          const mailtos = yield* makeUnsubscribeMailto({ returnPathHost, secret })
          return {
            linksOf: Effect.zipWith(
              keys,
              mailtos,
              ([newest], mailto) =>
                (message: LinkSubject) =>
                  linksOf(
                    { bases: [baseOf(message), publicUrl], ending: trailingSlash ? "/" : "" },
                    newest,
                    message,
                    mailto
                  )
            ),
            leadOutside
          }
        })
  )
