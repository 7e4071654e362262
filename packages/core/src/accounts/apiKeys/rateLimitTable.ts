import type { RateLimitStatus, StorageError } from "@telemark/contract"
import { Effect, type Scope } from "effect"
import { Database } from "../../database/Database.js"
import { given, makeAmong } from "../../database/given.js"
import { batchedWrites } from "../../database/batched.js"
import { type Bucket, takeTokens, type TokenRequest } from "./rateLimit.js"

type BucketRow = Bucket & { readonly key_id: string }

/**
 * Takes `count` sends (1 by default) from a key's bucket of `limit` sends a minute, which all
 * processes share: all of them or none.
 */
export type ConsumeTokens = (
  keyId: string,
  limit: number,
  now: number,
  count?: number
) => Effect.Effect<RateLimitStatus, StorageError>

/** Those who take tokens at the same time share a transaction: one for a process. */
export const makeConsumeTokens: Effect.Effect<ConsumeTokens, never, Database | Scope.Scope> =
  Effect.gen(function* () {
    const database = yield* Database
    const { dialect, sql, tables } = database
    const forUpdate = sql.literal(dialect.forUpdate)
    const among = makeAmong(database)
    const rows = given(database, { key_id: "text", tokens: "real", refilled_at: "integer" })

    const find = (keyIds: ReadonlyArray<string>) =>
      sql<BucketRow>`SELECT key_id, tokens, refilled_at FROM ${tables.rate_limits} WHERE key_id ${among(keyIds)} ORDER BY key_id ${forUpdate}`

    /** Until the transaction ends. Only an existing row can be locked, hence the insert. */
    const lock = (requests: ReadonlyArray<TokenRequest>) =>
      Effect.gen(function* () {
        const limits = new Map(requests.map((request) => [request.keyId, request]))
        const keyIds = [...limits.keys()].sort()
        const found = yield* find(keyIds)
        if (found.length === limits.size) return found
        const full = keyIds.map((key_id) => ({
          key_id,
          tokens: limits.get(key_id)?.limit ?? 0,
          refilled_at: limits.get(key_id)?.now ?? 0
        }))
        yield* sql`INSERT INTO ${tables.rate_limits} (key_id, tokens, refilled_at)
          SELECT key_id, tokens, refilled_at FROM ${rows(full)} AS given WHERE true ON CONFLICT DO NOTHING`
        return yield* find(keyIds)
      })

    const consume = yield* batchedWrites(
      (requests: ReadonlyArray<TokenRequest>) =>
        Effect.gen(function* () {
          const locked = new Map((yield* lock(requests)).map((row) => [row.key_id, row]))
          const { buckets, statuses } = takeTokens(requests, locked)
          const changed = [...buckets].map(([key_id, { refilled_at, tokens }]) => ({
            key_id,
            tokens,
            refilled_at
          }))
          yield* sql`UPDATE ${tables.rate_limits} SET tokens = given.tokens, refilled_at = given.refilled_at
            FROM ${rows(changed)} AS given WHERE rate_limits.key_id = given.key_id`
          return statuses
        }),
      { how: "writeRelaxed" }
    )

    return (keyId, limit, now, count) => consume({ keyId, limit, now, count })
  })
