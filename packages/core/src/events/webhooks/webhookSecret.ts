import type { StorageError } from "@telemark/contract"
import { Effect, type Redacted } from "effect"
import { Base64 } from "effect/encoding"
import { makeOpened, type SecretsService } from "../../accounts/secrets/Secrets.js"
import type { SecretUnreadable } from "../../accounts/secrets/secretErrors.js"
import type { SecretReference } from "../../accounts/secrets/sealedText.js"
import * as Direct from "../../kernel/direct.js"
import { Entropy } from "../../kernel/ids.js"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.js"

/** A former secret stays sealed as it was. */
export const webhookSecretReference = (tenantId: string, endpointId: number): SecretReference => ({
  table: "webhook_endpoints",
  tenant_id: tenantId,
  row: String(endpointId),
  column: "secret"
})

/** `whsec_` and 32 random bytes in base64, as in Standard Webhooks. */
export const newWebhookSecret: Effect.Effect<string> = Effect.map(
  Entropy,
  ({ bytes }) => `whsec_${Base64.encode(bytes(32))}`
)

/** The current one first. */
export type OpenWebhookSecrets = (
  endpoint: WebhookEndpointRecord,
  now: number
) => Effect.Effect<ReadonlyArray<Redacted.Redacted>, SecretUnreadable | StorageError>

const formerOf = (
  { former_secret, former_secret_until }: WebhookEndpointRecord,
  now: number
): ReadonlyArray<string> =>
  former_secret !== null && former_secret_until !== null && now < former_secret_until
    ? [former_secret]
    : []

const leftOut =
  (endpoint_id: number) =>
  ({ message }: SecretUnreadable) =>
    Effect.as(
      Effect.logWarning(
        "the former secret of an endpoint can't be decrypted; events are signed without it",
        { endpoint_id, reason: message }
      ),
      []
    )

export const makeOpenWebhookSecrets = (secrets: SecretsService): OpenWebhookSecrets => {
  const opened = makeOpened<Redacted.Redacted>()
  const open = ({ id, tenant_id }: WebhookEndpointRecord, sealed: string) =>
    opened(
      `${tenant_id} ${String(id)} ${sealed}`,
      secrets.open(sealed, webhookSecretReference(tenant_id, id))
    )
  return (endpoint, now) => {
    const present = open(endpoint, endpoint.secret)
    const sealed = formerOf(endpoint, now)
    if (sealed.length === 0) return Direct.map(present, (secret) => [secret])
    const former = Effect.forEach(sealed, (one) => open(endpoint, one)).pipe(
      Effect.catchTag("SecretUnreadable", leftOut(endpoint.id))
    )
    return Effect.zipWith(present, former, (secret, others) => [secret, ...others])
  }
}
