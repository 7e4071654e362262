import { StorageError } from "@telemark/contract"
import { Effect, Option, Redacted } from "effect"
import { Base64 } from "effect/encoding"
import { createHmac } from "node:crypto"
import { makeOpened, Secrets } from "../../accounts/secrets/Secrets.js"
import type { SecretReference } from "../../accounts/secrets/sealedText.js"
import { SecretMissing } from "../../accounts/secrets/secretErrors.js"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { Entropy } from "../../kernel/ids.js"
import type { AcceptSend } from "../emails/acceptSends.js"

/** No mail can be sent there (RFC 6761 6.4), so no person has an address of it. */
const domain = "erased.invalid"

/** 160 bits: no two addresses meet, and the local part has at most 64 characters. */
const digits = 40

const keyBytes = 32

/** The address that stands for an erased one: a keyed hash of its folded form. */
const pseudonymOf = (key: Redacted.Redacted, folded: string): string =>
  `${createHmac("sha256", Redacted.value(key)).update(folded).digest("hex").slice(0, digits)}@${domain}`

export const isPseudonym = (address: string): boolean => address.endsWith(`@${domain}`)

const referenceTo = (tenant_id: string): SecretReference => ({
  table: "tenants",
  tenant_id,
  row: "",
  column: "erasure_key"
})

const unavailable = (cause: Error) => new StorageError({ reason: "unavailable", cause })

/**
 * Pseudonyms of erased people: a suppression stays under one, so that who asked for no more mail
 * gets none, though the address is gone. Each tenant has a key of its own, made when it first erases
 * somebody: nobody else pays for a second look-up, and tenants can't compare whom they erased. The
 * key is random and sealed, not derived from the secret, since hashes can't be made anew when that
 * is rotated.
 */
export const makePseudonyms = Effect.gen(function* () {
  const { sql, tables } = yield* Database
  // Not everywhere: commands that look at a database may have no secret.
  const secrets = yield* Effect.serviceOption(Secrets)
  const given = Option.match(secrets, {
    onNone: () => Effect.fail(new SecretMissing()),
    onSome: Effect.succeed
  })
  const opened = makeOpened<Redacted.Redacted>()

  const open = (tenantId: string, sealed: string) =>
    opened(
      `${tenantId} ${sealed}`,
      Effect.flatMap(given, ({ open }) => open(sealed, referenceTo(tenantId)))
    ).pipe(
      // Without the key, nobody knows who may get mail.
      Effect.catchTags({ SecretMissing: unavailable, SecretUnreadable: unavailable })
    )

  const sealedKeyOf = (tenantId: string) =>
    Effect.map(
      stored(
        sql<{
          readonly erasure_key: string | null
        }>`SELECT erasure_key FROM ${tables.tenants} WHERE id = ${tenantId}`
      ),
      ([row]) => row?.erasure_key ?? undefined
    )

  /** Undefined if the tenant hasn't erased anybody. */
  const find = (
    tenantId: string,
    folded: string
  ): Effect.Effect<string | undefined, StorageError> =>
    Effect.gen(function* () {
      const sealed = yield* sealedKeyOf(tenantId)
      return sealed === undefined ? undefined : pseudonymOf(yield* open(tenantId, sealed), folded)
    })

  return {
    find,

    /** What suppressions of the address may stand under. */
    keysOf: (
      tenantId: string,
      folded: string
    ): Effect.Effect<ReadonlyArray<string>, StorageError> =>
      Effect.map(find(tenantId, folded), (pseudonym) =>
        pseudonym === undefined ? [folded] : [folded, pseudonym]
      ),

    /** Makes the tenant's key if it has none. */
    make: (tenantId: string, folded: string): Effect.Effect<string, StorageError> =>
      Effect.gen(function* () {
        if ((yield* sealedKeyOf(tenantId)) === undefined) {
          const key = Redacted.make(Base64.encode((yield* Entropy).bytes(keyBytes)))
          const { seal } = yield* Effect.catchTag(given, "SecretMissing", unavailable)
          const sealed = yield* seal(key, referenceTo(tenantId))
          // Of two at once, the first stays.
          yield* stored(
            sql`UPDATE ${tables.tenants} SET erasure_key = ${sealed} WHERE id = ${tenantId} AND erasure_key IS NULL`
          )
        }
        const made = yield* find(tenantId, folded)
        return made ?? (yield* unavailable(new Error("the tenant was removed")))
      }),

    /** Notes the recipients' pseudonyms, by which the accepting transaction looks them up as well. */
    noted:
      (accept: AcceptSend): AcceptSend =>
      (send) => {
        const { erasure_key, recipients, tenant_id } = send
        return erasure_key === undefined
          ? accept(send)
          : Effect.flatMap(open(tenant_id, erasure_key), (key) =>
              accept({
                ...send,
                recipients: recipients.map((recipient) => ({
                  ...recipient,
                  pseudonym: pseudonymOf(key, recipient.folded)
                }))
              })
            )
      }
  }
})
