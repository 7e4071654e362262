import { foldAddress } from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given, makeAmong } from "../../database/given.js"
import { defineTable, type Row } from "../../database/table.js"
import {
  addressKey,
  blockedBy,
  type SuppressionRecord,
  type SuppressionSubject
} from "./Suppression.js"

/** An empty text stands for the whole address, since a part of a key can't be null. */
export const storedTopic = (topic: string | null): string => topic ?? ""

const topicOf = (stored: string): string | null => (stored === "" ? null : stored)

/** But for the column `cause`, which only statements read. */
export const suppressionTable = defineTable<SuppressionRecord>()({
  tenant_id: "plain",
  folded: "plain",
  email_address: "plain",
  reason: "plain",
  added_at: "plain",
  topic: { decode: topicOf, encode: storedTopic }
})

export type SuppressionRow = Row<typeof suppressionTable>

/** The maximum of one address's suppressions that are read: topics come and go. */
const maxOfAddress = 1000

/** A topic of null is the whole address. `keys` are those of one address: see `makePseudonyms`. */
export const suppressionQueries = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const among = makeAmong(database)
  const columns = sql.literal(suppressionTable.columns)
  const isAny = (rows: ReadonlyArray<unknown>): boolean => rows.length > 0
  return {
    /** False if the address, or its topic, is already suppressed: the first entry stays as it is. */
    insert: (suppression: SuppressionRecord) =>
      Effect.map(
        sql`INSERT INTO ${tables.suppressions} ${sql.insert(suppressionTable.encode(suppression))}
          ON CONFLICT DO NOTHING RETURNING folded`,
        isAny
      ),

    /** Those of an address: first that of the whole address, then those of topics, by topic. */
    find: (tenantId: string, ...keys: ReadonlyArray<string>) =>
      Effect.map(
        sql<SuppressionRow>`SELECT ${columns} FROM ${tables.suppressions} WHERE tenant_id = ${tenantId} AND folded ${among(keys)}
          ORDER BY topic LIMIT ${maxOfAddress}`,
        (rows) => rows.map(suppressionTable.decode)
      ),

    /** False if there was none. */
    remove: (tenantId: string, keys: ReadonlyArray<string>, topic: string | null) =>
      Effect.map(
        sql`DELETE FROM ${tables.suppressions}
          WHERE tenant_id = ${tenantId} AND folded ${among(keys)} AND topic = ${storedTopic(topic)} RETURNING folded`,
        isAny
      )
  }
})

interface NewSuppression extends Omit<SuppressionRecord, "folded" | "topic"> {
  /** Null or absent: all mail. */
  readonly topic?: string | null | undefined
  /** See `suppressionCause`; null or absent if no response to a message has caused it. */
  readonly cause?: string | null | undefined
}

/** Suppresses addresses, or topics' mail to them, and returns how many are new. Others stay. */
export const makeWriteSuppressions = Effect.map(Database, (database) => {
  const { sql, tables } = database
  const fields = {
    tenant_id: "text",
    folded: "text",
    email_address: "text",
    reason: "text",
    added_at: "integer",
    cause: "text",
    topic: "text"
  } as const
  const added = given(database, fields)
  const columns = sql.literal(Object.keys(fields).join(", "))

  return (suppressions: ReadonlyArray<NewSuppression>) => {
    const rows = suppressions.map(({ cause = null, topic = null, ...suppression }) => {
      const folded = foldAddress(suppression.email_address)
      const key = addressKey(suppression.tenant_id, folded, topic)
      return { key, row: { ...suppression, folded, cause, topic: storedTopic(topic) } }
    })
    // In the same order in every process, so that two with the same addresses can't deadlock.
    const ordered = rows.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row)
    return ordered.length === 0
      ? Effect.succeed(0)
      : Effect.map(
          sql`INSERT INTO ${tables.suppressions} (${columns})
            SELECT ${columns} FROM ${added(ordered)} AS given WHERE true ON CONFLICT DO NOTHING RETURNING 1 AS one`,
          (written) => written.length
        )
  }
})

/** The look-up of the suppressions that block any of these messages. */
export const makeSelectSuppressed = Effect.map(Database, (database) => {
  const keys = given(database, { tenant_id: "text", folded: "text", topic: "text" })
  const { sql, tables } = database
  return (wanted: ReadonlyArray<SuppressionSubject>) => {
    const sought = wanted
      .flatMap(blockedBy)
      .map((subject) => ({ ...subject, topic: storedTopic(subject.topic) }))
    return sql<Pick<SuppressionRow, "tenant_id" | "folded" | "topic">>`
      SELECT tenant_id, folded, topic FROM ${tables.suppressions}
      WHERE (tenant_id, folded, topic) IN (SELECT tenant_id, folded, topic FROM ${keys(sought)} AS given)`
  }
})

/** Which suppressions block these messages, by `addressKey`, in one look-up. */
export const makeFindSuppressed = Effect.map(
  makeSelectSuppressed,
  (select) => (wanted: ReadonlyArray<SuppressionSubject>) =>
    Effect.map(
      select(wanted),
      (rows): ReadonlySet<string> =>
        new Set(
          rows.map(({ folded, tenant_id, topic }) => addressKey(tenant_id, folded, topicOf(topic)))
        )
    )
)
