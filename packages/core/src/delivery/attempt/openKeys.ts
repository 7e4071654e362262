import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { makeOpened, type SecretsService } from "../../accounts/secrets/Secrets.js"
import type { SecretUnreadable } from "../../accounts/secrets/secretErrors.js"
import type { Database } from "../../database/Database.js"
import { dkimKeyReference } from "../../sending/domains/Domain.js"
import { makeOperatorsKeys, type OperatorsSigning } from "../../sending/domains/operatorsKeys.js"
import type { ClaimedMessage, SealedSigningKey, SigningKey } from "../message/Message.js"

export type OpenKeys = (
  message: ClaimedMessage
) => Effect.Effect<ReadonlyArray<SigningKey>, SecretUnreadable | StorageError>

const missing = (domain: string) =>
  Effect.logWarning(
    "mail is sent unsigned: no tenant here has verified the domain that should sign it",
    { domain }
  )

const unsigned = Effect.succeed<ReadonlyArray<SigningKey>>([])

/**
 * Opens a message's keys: those of the sender's domain, otherwise the operator's. RSA comes first:
 * every receiver supports it, unlike RFC 8463.
 */
export const makeOpenKeys = (
  secrets: SecretsService,
  operators: OperatorsSigning
): Effect.Effect<OpenKeys, never, Database> =>
  Effect.map(makeOperatorsKeys(operators, missing), (operatorsKeys) => {
    const opened = makeOpened<SigningKey>()

    const open = ({ private_key: sealed, tenant_id, ...key }: SealedSigningKey) =>
      opened(
        [tenant_id, key.domain, key.selector, sealed].join(" "),
        Effect.map(
          secrets.open(sealed, dkimKeyReference(tenant_id, key)),
          (private_key): SigningKey => ({ ...key, private_key })
        )
      )

    return ({ keys, sender }) =>
      Effect.flatMap(
        keys.length > 0 ? Effect.succeed(keys) : operatorsKeys(sender.address),
        (found) =>
          found.length === 0
            ? unsigned
            : Effect.forEach(
                [...found].sort(
                  (a, b) => Number(b.algorithm === "rsa") - Number(a.algorithm === "rsa")
                ),
                open
              )
      )
  })
