import { type SendResult, StorageError } from "@telemark/contract"
import { Effect } from "effect"
import type * as SqlError from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import { stored } from "../../database/storageError.js"
import { idempotencyMillis, type PreparedSend, type Replay } from "./PreparedSend.js"
import { replaySend, type SendDecision } from "./decideSends.js"
import { type FirstUse, idempotencyKey } from "./idempotency.js"

interface Row extends Omit<FirstUse, "result"> {
  readonly tenant_id: string
  readonly key: string
  readonly result: string
}

const lostAndGone = () =>
  new StorageError({
    reason: "unavailable",
    cause: new Error("an Idempotency-Key was used and removed while it was written")
  })

/**
 * Finds the first result for an Idempotency-Key of the last 24 h, as accepting a send at `now` would
 * repeat it; undefined if there is none. For repeated sends that can no longer be prepared, for
 * example because their template was deactivated.
 */
export const makeFindReplay = Effect.map(
  Database,
  ({ sql, tables, untilOnDisk }) =>
    (tenantId: string, key: string, now: number): Effect.Effect<Replay | undefined, StorageError> =>
      stored(
        Effect.flatMap(
          sql<
            Pick<Row, "result" | "body_digest">
          >`SELECT result, body_digest FROM ${tables.idempotency}
          WHERE tenant_id = ${tenantId} AND key = ${key} AND created_at > ${now - idempotencyMillis}`,
          ([row]) =>
            row === undefined
              ? Effect.succeed(undefined)
              : Effect.as(untilOnDisk, {
                  result: JSON.parse(row.result) as SendResult,
                  body_digest: row.body_digest
                })
        )
      )
)

export const makeFirstUses = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const keys = given(database, { tenant_id: "text", key: "text" })
  const rows = given(database, {
    tenant_id: "text",
    key: "text",
    body_digest: "text",
    result: "text",
    created_at: "integer"
  })

  const find = (
    sends: ReadonlyArray<PreparedSend>
  ): Effect.Effect<ReadonlyMap<string, FirstUse>, SqlError.SqlError> => {
    const wanted = sends.flatMap(({ idempotency, tenant_id }) =>
      idempotency === null ? [] : [{ tenant_id, key: idempotency.key }]
    )
    return wanted.length === 0
      ? Effect.succeed(new Map())
      : Effect.map(
          sql<Row>`SELECT tenant_id, key, body_digest, result, created_at FROM ${tables.idempotency}
          WHERE (tenant_id, key) IN (SELECT tenant_id, key FROM ${keys(wanted)} AS given)`,
          (found) =>
            new Map(
              found.map(({ body_digest, created_at, key, result, tenant_id }) => [
                idempotencyKey(tenant_id, key),
                { body_digest, created_at, result: JSON.parse(result) as SendResult }
              ])
            )
        )
  }

  /** Writes the keys of accepted sends, unless they are in use. Returns those that it wrote. */
  const insert = (
    uses: ReadonlyArray<{ readonly tenant_id: string; readonly key: string } & FirstUse>
  ) =>
    Effect.map(
      sql<{ readonly tenant_id: string; readonly key: string }>`
        INSERT INTO ${tables.idempotency} (tenant_id, key, body_digest, result, created_at)
        SELECT tenant_id, key, body_digest, result, created_at
        FROM ${rows(uses.map((use) => ({ ...use, result: JSON.stringify(use.result) })))} AS given WHERE true
        ON CONFLICT (tenant_id, key) DO UPDATE
        SET body_digest = excluded.body_digest, result = excluded.result, created_at = excluded.created_at
        WHERE idempotency.created_at <= excluded.created_at - ${idempotencyMillis}
        RETURNING tenant_id, key`,
      (written) => new Set(written.map((row) => idempotencyKey(row.tenant_id, row.key)))
    )

  /**
   * Writes the keys that the decisions use. If another process took one since the look-up
   * (impossible on SQLite), that send replays the other's.
   */
  const claim = (
    decisions: ReadonlyArray<SendDecision>
  ): Effect.Effect<ReadonlyArray<SendDecision>, SqlError.SqlError | StorageError> =>
    Effect.gen(function* () {
      const uses = decisions.flatMap(({ outcome, send: { created_at, idempotency, tenant_id } }) =>
        idempotency === null || outcome._tag !== "Accepted"
          ? []
          : [{ tenant_id, created_at, ...idempotency, result: outcome.result }]
      )
      if (uses.length === 0) return decisions
      // In the same order in every process, so that two batches with the same keys can't deadlock.
      const inOrder = uses.sort((a, b) =>
        idempotencyKey(a.tenant_id, a.key) < idempotencyKey(b.tenant_id, b.key) ? -1 : 1
      )
      const written = yield* insert(inOrder)
      if (written.size === uses.length) return decisions

      const lost = new Set(
        uses.map((use) => idempotencyKey(use.tenant_id, use.key)).filter((key) => !written.has(key))
      )
      const firstUses = yield* find(decisions.map(({ send }) => send))
      return yield* Effect.forEach(decisions, (decision) => {
        const { send } = decision
        const key =
          send.idempotency === null
            ? undefined
            : idempotencyKey(send.tenant_id, send.idempotency.key)
        if (key === undefined || !lost.has(key)) return Effect.succeed(decision)
        const firstUse = firstUses.get(key)
        return firstUse === undefined ? lostAndGone() : Effect.succeed(replaySend(send, firstUse))
      })
    })

  return { find, claim }
})
