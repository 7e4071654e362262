import {
  AddSuppression,
  decode,
  foldAddress,
  type ImportedSuppressions,
  type ImportSuppressions,
  type InvalidRow,
  type StorageError,
  type ValidationFailed
} from "@telemark/contract"
import { Clock, Effect, Either } from "effect"
import { inTimeSlices, type Steps } from "../TimeSlices/index.js"
import type { TopicStore } from "../Topics/index.js"
import { addressKey } from "./addressKey.js"
import { readList, readTable, type Row } from "./readRows.js"
import type { SuppressionRecord } from "./Suppression.js"
import type { SuppressionStore } from "./SuppressionStore.js"

/** Rows of one transaction: a synchronous storage writes them in a few milliseconds. */
const together = 250

/** Rows checked between two yields. */
const checkedAtOnce = 100

const maxReported = 100

const decodeRow = decode(AddSuppression)

/** The first problem of a row, without what it contains. */
const problemOf = ({ details }: ValidationFailed): string => {
  const [path = "", [reason = ""] = []] = Object.entries(details)[0] ?? []
  return `${path} ${reason}`.trim()
}

interface Checked {
  /** One for each key. */
  readonly records: ReadonlyArray<SuppressionRecord>
  readonly repeated: number
  readonly invalid: ReadonlyArray<InvalidRow>
  readonly invalidCount: number
}

const checkRows = function* (
  tenant_id: string,
  rows: ReadonlyArray<Row>,
  topics: ReadonlySet<string>,
  added_at: number
): Steps<Checked> {
  const records = new Map<string, SuppressionRecord>()
  const invalid: Array<InvalidRow> = []
  let invalidCount = 0
  let repeated = 0
  for (const [index, { line, ...given }] of rows.entries()) {
    if (index % checkedAtOnce === 0) yield
    const row = decodeRow(given)
    const reason = Either.isLeft(row)
      ? problemOf(row.left)
      : row.right.topic !== undefined && !topics.has(row.right.topic)
        ? "topic must be the id of one of your topics"
        : undefined
    if (Either.isLeft(row) || reason !== undefined) {
      if (++invalidCount <= maxReported) invalid.push({ line, reason: reason ?? "" })
      continue
    }
    const { email_address, reason: why = "manual", topic = null } = row.right
    const folded = foldAddress(email_address)
    const key = addressKey(tenant_id, folded, topic)
    if (records.has(key)) repeated++
    else records.set(key, { tenant_id, folded, email_address, reason: why, added_at, topic })
  }
  return { records: [...records.values()], repeated, invalid, invalidCount }
}

/**
 * Lets the event loop turn between two transactions, which a synchronous storage would otherwise
 * write without a break.
 */
const turn = Effect.promise(
  () =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, 0)
    })
)

/** Stores the valid rows, some at a time: what is interrupted may be repeated. */
export const makeImportSuppressions =
  (store: typeof SuppressionStore.Service, topics: typeof TopicStore.Service) =>
  (
    tenantId: string,
    input: ImportSuppressions | string | Uint8Array
  ): Effect.Effect<ImportedSuppressions, ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const rows = yield* typeof input === "string" || input instanceof Uint8Array
        ? yield* inTimeSlices(() => readTable(input))
        : readList(input)
      const known = new Set((yield* topics.list(tenantId)).map(({ id }) => id))
      const now = yield* Clock.currentTimeMillis
      const { invalid, invalidCount, records, repeated } = yield* inTimeSlices(() =>
        checkRows(tenantId, rows, known, now)
      )
      let added = 0
      for (let at = 0; at < records.length; at += together) {
        if (at > 0) yield* turn
        added += yield* store.insertMany(records.slice(at, at + together))
      }
      return {
        added,
        already_suppressed: records.length - added + repeated,
        invalid_count: invalidCount,
        invalid
      }
    })
