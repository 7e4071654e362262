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
import * as Direct from "../../kernel/direct.js"
import type { AcceptSend } from "../emails/acceptSends.js"
import type { AcceptOutcome, PreparedSend } from "../emails/PreparedSend.js"
import { erasedDomain } from "./erased.js"

/** 160 bits: no two addresses meet, and the local part has at most 64 characters. */
const digits = 40

const keyBytes = 32

/** The address that stands for an erased one: a keyed hash of its folded form. */
const pseudonymOf = (key: Redacted.Redacted, folded: string): string =>
  `${createHmac("sha256", Redacted.value(key)).update(folded).digest("hex").slice(0, digits)}@${erasedDomain}`

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

    /**
     * Notes the recipients' pseudonyms, by which the accepting transaction looks them up as well. A
     * tenant may have got its key since the caller read it: then the transaction answers with that.
     */
    noted: (accept: AcceptSend): AcceptSend => {
      const withKey = (send: PreparedSend, erasure_key: string) =>
        Effect.flatMap(open(send.tenant_id, erasure_key), (key) =>
          accept({
            ...send,
            erasure_key,
            recipients: send.recipients.map((recipient) => ({
              ...recipient,
              pseudonym: pseudonymOf(key, recipient.folded)
            }))
          })
        )
      return (send) =>
        send.erasure_key === undefined
          ? Direct.flatMap(accept(send), (outcome): Effect.Effect<AcceptOutcome, StorageError> =>
              outcome._tag === "ErasedMeanwhile"
                ? withKey(send, outcome.erasure_key)
                : Effect.succeed(outcome)
            )
          : withKey(send, send.erasure_key)
    }
  }
})
