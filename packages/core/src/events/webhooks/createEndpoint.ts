import {
  type CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  decode,
  type StorageError,
  timestamp,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Effect, Redacted } from "effect"
import type { SecretsService } from "../../accounts/secrets/Secrets.js"
import type { WebhookCaller } from "./WebhookCaller.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"
import type { WebhookEndpointStore } from "./WebhookEndpointStore.js"
import { checkUrl } from "./checkUrl.js"
import { newWebhookSecret } from "./webhookSecret.js"
import { webhookSecretReference } from "./webhookSecretReference.js"

const max = 10

export const keepSecret = "Store this secret now. It is not shown again."

const decodeCreate = decode(CreateWebhookEndpoint)

export const makeCreateEndpoint =
  ({
    caller,
    secrets,
    store
  }: {
    readonly store: typeof WebhookEndpointStore.Service
    readonly secrets: SecretsService
    readonly caller: typeof WebhookCaller.Service
  }) =>
  (
    tenant_id: string,
    input: CreateWebhookEndpoint
  ): Effect.Effect<CreatedWebhookEndpoint, ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const { events, url } = yield* Effect.fromResult(decodeCreate(input))
      yield* checkUrl(caller, url)
      const id = yield* store.nextId
      const secret = yield* newWebhookSecret
      const now = yield* Clock.currentTimeMillis
      const record: WebhookEndpointRecord = {
        id,
        tenant_id,
        url,
        events,
        active: true,
        secret: yield* secrets.seal(Redacted.make(secret), webhookSecretReference(tenant_id, id)),
        former_secret: null,
        former_secret_until: null,
        failing_since: null,
        disabled_reason: null,
        created_at: now,
        updated_at: now
      }
      if (!(yield* store.insert(record, max))) {
        return yield* ValidationFailed.at(
          "body",
          `can't be added: there are ${String(max)} webhook endpoints already. Remove one, or change one.`
        )
      }
      return {
        id,
        url,
        events,
        active: true,
        secret,
        warning: keepSecret,
        created_at: timestamp(now)
      }
    })
