import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type { SecretsService } from "../../accounts/secrets/Secrets.js"
import type { SecretUnreadable } from "../../accounts/secrets/secretErrors.js"
import { makeOpened } from "../../accounts/secrets/Secrets.js"
import type { DomainStore } from "../../sending/domains/DomainStore.js"
import { dkimKeyReference } from "../../sending/domains/dkimKeyReference.js"
import { makeOperatorsKeys, type OperatorsSigning } from "../../sending/domains/operatorsKeys.js"
import type { ClaimedMessage, SealedSigningKey, SigningKey } from "./Message.js"

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
export const makeOpenKeys = ({
  operators,
  secrets,
  store
}: {
  readonly secrets: SecretsService
  readonly store: typeof DomainStore.Service
  readonly operators: OperatorsSigning
}): OpenKeys => {
  const opened = makeOpened<SigningKey>()
  const operatorsKeys = makeOperatorsKeys(store, operators, missing)

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
}
