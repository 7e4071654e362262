import {
  csvLine,
  decode,
  ExportSuppressions,
  foldAddress,
  ListSuppressions,
  type Page,
  pageEndingWith,
  requestedPage,
  type StorageError,
  type Suppression,
  type SuppressionList,
  ValidationFailed
} from "@telemark/contract"
import { Effect, Schema } from "effect"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { type PageOf, pagesOf } from "../../kernel/csv.js"
import { type SuppressionRecord, viewOfSuppression } from "./Suppression.js"
import { storedTopic, type SuppressionRow, suppressionTable } from "./suppressionTable.js"

/** All by default. */
export interface SuppressionFilter {
  readonly topic?: string | undefined
  /** What the folded address begins with. */
  readonly prefix?: string | undefined
  readonly reason?: string | undefined
}

type SuppressionPosition = Pick<SuppressionRecord, "added_at" | "folded" | "topic">

/** A page of the list: an offset, or the place after an entry, which may have been removed. */
interface SuppressionPage extends Page {
  /** `offset` is 0 then. */
  readonly after?: SuppressionPosition | undefined
}

/**
 * Up to so many addresses with a prefix are read and sorted. More are met so often that walking
 * through the list by time finds a page soon.
 */
const few = 1000

/** After every address that begins with the prefix. */
const beyond = (prefix: string): string => `${prefix}\u{10FFFF}`

/**
 * Selects those that match the filter, newest first, ties by folded address and topic, descending.
 * By the index that promises the fewest rows: addresses with a rare prefix, else those of a topic,
 * of a reason, or all by time. The other conditions are written so that no plan begins with them, as
 * in lists of emails.
 */
export const makeSelectSuppressions = Effect.map(Database, ({ sql, tables }) => {
  const columns = sql.literal(suppressionTable.columns)
  const order = sql.literal("ORDER BY added_at DESC, folded DESC, topic DESC")
  const aside = (condition: Statement.Fragment) =>
    sql`CASE WHEN ${condition} THEN 1 END IS NOT NULL`
  const begins = (prefix: string) => sql`folded >= ${prefix} AND folded < ${beyond(prefix)}`

  const behind = ({ after }: SuppressionPage) =>
    after === undefined
      ? []
      : [
          sql`(added_at, folded, topic) < (${after.added_at}, ${after.folded}, ${storedTopic(after.topic)})`
        ]

  const others = ({ reason, topic }: SuppressionFilter) => [
    ...(topic === undefined ? [] : [aside(sql`topic = ${topic}`)]),
    ...(reason === undefined ? [] : [aside(sql`reason = ${reason}`)])
  ]

  const leading = ({ reason, topic }: SuppressionFilter): ReadonlyArray<Statement.Fragment> => {
    // The index is of rows with a topic: the condition says that this is one.
    if (topic !== undefined) return [sql`topic = ${topic} AND topic <> ''`, ...others({ reason })]
    // The index has only the beginning: a whole reason may be larger than Postgres puts into one.
    return reason === undefined
      ? []
      : [sql`substr(reason, 1, 40) = substr(${reason}, 1, 40) AND reason = ${reason}`]
  }

  const isRare = (tenantId: string, prefix: string) =>
    Effect.map(
      sql<{ readonly found: number }>`SELECT CAST(count(*) AS INTEGER) AS found FROM (
        SELECT 1 FROM ${tables.suppressions} WHERE tenant_id = ${tenantId} AND ${begins(prefix)} LIMIT ${few + 1}) AS counted`,
      ([row]) => (row?.found ?? 0) <= few
    )

  return (tenantId: string, page: SuppressionPage, filter: SuppressionFilter = {}) =>
    Effect.gen(function* () {
      const { prefix } = filter
      const [from, conditions] =
        prefix !== undefined && (yield* isRare(tenantId, prefix))
          ? [
              sql`(SELECT * FROM ${tables.suppressions} WHERE tenant_id = ${tenantId} AND ${begins(prefix)} LIMIT ${few}) AS found`,
              [...behind(page), ...others(filter), sql`true`]
            ]
          : [
              tables.suppressions,
              [
                sql`tenant_id = ${tenantId}`,
                ...leading(filter),
                ...behind(page),
                ...(prefix === undefined ? [] : [aside(begins(prefix))])
              ]
            ]
      const rows =
        yield* sql<SuppressionRow>`SELECT ${columns} FROM ${from} WHERE ${sql.and(conditions)} ${order} LIMIT ${page.limit} OFFSET ${page.offset}`
      return rows.map(suppressionTable.decode)
    })
})

const decodeList = decode(ListSuppressions)
const decodeExport = decode(ExportSuppressions)

/** An entry's place as `next`: callers pass it on as it is. */
const Position = Schema.StringFromBase64Url.pipe(
  Schema.decodeTo(
    Schema.fromJsonString(Schema.Tuple([Schema.Int, Schema.String, Schema.NullOr(Schema.String)]))
  )
)
const readPosition = Schema.decodeUnknownOption(Position)
const writePosition = Schema.encodeSync(Position)

/** The `after` of what follows the suppression of a whole address, added at this time. */
export const afterSuppression = (address: string, added_at: number): string =>
  writePosition([added_at, foldAddress(address), null])

const positionOf = (after: string): Effect.Effect<SuppressionPosition, ValidationFailed> =>
  Effect.mapBoth(Effect.fromOption(readPosition(after)), {
    onSuccess: ([added_at, folded, topic]) => ({ added_at, folded, topic }),
    onFailure: () =>
      ValidationFailed.at("after", "must be the `next` of another page; begin again without it")
  })

const filterOf = ({ email, reason, topic }: ExportSuppressions): SuppressionFilter => ({
  topic,
  reason,
  prefix: email === undefined ? undefined : foldAddress(email)
})

/** Rows of a page: a synchronous storage reads them in a few milliseconds. */
const pageSize = 500

/** The order in which an import without a header expects them, with what it ignores at the end. */
const exported = ["email_address", "reason", "topic", "added_at"] as const satisfies ReadonlyArray<
  keyof Suppression
>

export const makeListing = Effect.map(makeSelectSuppressions, (select) => ({
  list: (
    tenantId: string,
    input: ListSuppressions = {}
  ): Effect.Effect<SuppressionList, ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const request = yield* Effect.fromResult(decodeList(input))
      const page = yield* Effect.fromResult(requestedPage(request))
      const after = request.after === undefined ? undefined : yield* positionOf(request.after)
      const records = yield* stored(select(tenantId, { ...page, after }, filterOf(request)))
      return pageEndingWith(records, page, viewOfSuppression, ({ added_at, folded, topic }) =>
        writePosition([added_at, folded, topic])
      )
    }),

  // A page begins after the last entry of the one before, whether or not that still exists.
  export: (
    tenantId: string,
    input: ExportSuppressions = {}
  ): Effect.Effect<AsyncIterable<string>, ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const filter = filterOf(yield* Effect.fromResult(decodeExport(input)))
      const read = (after: SuppressionPosition | undefined) =>
        Effect.map(
          stored(select(tenantId, { limit: pageSize, offset: 0, after }, filter)),
          (records): PageOf<string, SuppressionPosition | undefined> => {
            const lines = records
              .map(viewOfSuppression)
              .map((suppression) => csvLine(exported.map((column) => suppression[column])))
            return [
              (after === undefined ? csvLine(exported) : "") + lines.join(""),
              records.length < pageSize ? undefined : records.at(-1)
            ]
          }
        )
      return yield* pagesOf(undefined, read)
    })
}))
