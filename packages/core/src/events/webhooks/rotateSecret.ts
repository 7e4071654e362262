import {
  NotFound,
  type RotatedWebhookSecret,
  type StorageError,
  timestamp
} from "@telemark/contract"
import { Clock, Effect, Redacted } from "effect"
import type { SecretsService } from "../../accounts/secrets/Secrets.js"
import type { WebhookEndpointStore } from "./WebhookEndpointStore.js"
import { keepSecret } from "./createEndpoint.js"
import { newWebhookSecret } from "./webhookSecret.js"
import { webhookSecretReference } from "./webhookSecretReference.js"

/** How long the previous secret also signs, so that receivers can switch in their own time. */
const overlapMillis = 24 * 60 * 60 * 1000

export const makeRotateSecret =
  (store: typeof WebhookEndpointStore.Service, secrets: SecretsService) =>
  (tenantId: string, id: number): Effect.Effect<RotatedWebhookSecret, NotFound | StorageError> =>
    Effect.gen(function* () {
      const secret = yield* newWebhookSecret
      const sealed = yield* secrets.seal(
        Redacted.make(secret),
        webhookSecretReference(tenantId, id)
      )
      const now = yield* Clock.currentTimeMillis
      const formerUntil = now + overlapMillis
      if (!(yield* store.rotateSecret(tenantId, id, sealed, formerUntil, now)))
        return yield* new NotFound()
      return { id, secret, former_secret_until: timestamp(formerUntil), warning: keepSecret }
    })
