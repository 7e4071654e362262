import type { StorageError } from "@telemark/contract"
import {
  type Brands,
  type Database,
  type Emails,
  type Feedback,
  type InvalidSecret,
  makeFreshKeys,
  makeLinkKeys,
  type Preferences,
  type SecretMissing,
  stored,
  type StoredKeys,
  tenantQueries
} from "@telemark/core"
import { type MailPages, PublicPages } from "@telemark/http"
import { Effect, Layer } from "effect"
import type { EngagementOptions } from "./links/layerLinks.js"
import { makeHostOwners, makeOnlyPagesAt } from "./tracking/hostOwners.js"
import { makeStoppedLinks, makeTrackingPages } from "./tracking/makeTrackingPages.js"
import { makeUnsubscribePages } from "./unsubscribe/makeUnsubscribePages.js"

/**
 * Answers the addresses that `layerLinks` writes, also without `publicUrl`: old mail goes on
 * working.
 */
export const layerPublicPages = ({
  publicUrl,
  secret,
  trackingHost
}: Pick<EngagementOptions, "publicUrl" | "secret" | "trackingHost">): Layer.Layer<
  never,
  InvalidSecret | SecretMissing | StorageError,
  StoredKeys | Brands | Emails | Feedback | Preferences | Database
> =>
  Layer.effect(
    PublicPages,
    Effect.gen(function* () {
      const keys = yield* makeFreshKeys(secret, yield* makeLinkKeys(secret))
      const owners = yield* makeHostOwners
      const tenants = yield* tenantQueries
      const stoppedLinks = makeStoppedLinks((mark) => stored(tenants.hasStoppedLinks(mark)))
      const tracking = yield* makeTrackingPages(keys, owners, stoppedLinks)
      const unsubscribe = yield* makeUnsubscribePages(keys, owners)
      // Every request of the service comes through here, and most are for none.
      const pagesAt = (url: string): MailPages | undefined => {
        if (url.startsWith("/t/")) return tracking
        return url.startsWith("/u/") ? unsubscribe : undefined
      }
      return {
        atOnce: (request) => pagesAt(request.url)?.atOnce(request),
        answer: (request) => pagesAt(request.parts.url)?.answer(request),
        onlyPagesAt: makeOnlyPagesAt(owners, { publicUrl, trackingHost })
      }
    })
  )
