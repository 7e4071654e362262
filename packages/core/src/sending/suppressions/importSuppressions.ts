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
import { Clock, Effect, Result } from "effect"
import { stored } from "../../database/storageError.js"
import { inTimeSlices, pause, type Steps } from "../../kernel/timeSlices.js"
import { topicQueries } from "../topics/topicTable.js"
import { addressKey, type SuppressionRecord } from "./Suppression.js"
import { type ImportRow, readList, readTable } from "./importRows.js"
import { Database } from "../../database/Database.js"
import { makeWriteSuppressions } from "./suppressionTable.js"

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

interface Seen {
  /** Of the valid rows; two rows with one key are one suppression. */
  readonly keys: Set<string>
  repeated: number
  readonly invalid: Array<InvalidRow>
  invalidCount: number
}

/** The records of the rows that are valid and new, and notes the others. */
const checkRows = function* (
  rows: ReadonlyArray<ImportRow>,
  seen: Seen,
  { added_at, tenant_id, topics }: { added_at: number; tenant_id: string; topics: Set<string> }
): Steps<ReadonlyArray<SuppressionRecord>> {
  const records: Array<SuppressionRecord> = []
  for (const [index, { line, ...given }] of rows.entries()) {
    if (index % checkedAtOnce === 0) yield
    const row = decodeRow(given)
    const problem = Result.isFailure(row)
      ? problemOf(row.failure)
      : row.success.topic !== undefined && !topics.has(row.success.topic)
        ? "topic must be the id of one of your topics"
        : undefined
    if (Result.isFailure(row) || problem !== undefined) {
      if (++seen.invalidCount <= maxReported) seen.invalid.push({ line, reason: problem ?? "" })
      continue
    }
    const { email_address, reason = "manual", topic = null } = row.success
    const folded = foldAddress(email_address)
    const key = addressKey(tenant_id, folded, topic)
    if (seen.keys.has(key)) {
      seen.repeated++
      continue
    }
    seen.keys.add(key)
    records.push({ tenant_id, folded, email_address, reason, added_at, topic })
  }
  return records
}

/**
 * Stores the valid rows, some at a time: what is interrupted may be repeated. Of a row that is
 * stored, only its key is kept: a hundred thousand records take twenty times what their table does.
 */
export const makeImportSuppressions = Effect.gen(function* () {
  const { change } = yield* Database
  const topics = yield* topicQueries
  const writeSuppressions = yield* makeWriteSuppressions
  return (
    tenant_id: string,
    input: ImportSuppressions | string | Uint8Array
  ): Effect.Effect<ImportedSuppressions, ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const rows = yield* Effect.fromResult(
        typeof input === "string" || input instanceof Uint8Array
          ? yield* inTimeSlices(() => readTable(input))
          : readList(input)
      )
      const target = {
        tenant_id,
        topics: new Set((yield* stored(topics.list(tenant_id))).map(({ id }) => id)),
        added_at: yield* Clock.currentTimeMillis
      }
      const seen: Seen = { keys: new Set(), repeated: 0, invalid: [], invalidCount: 0 }
      let added = 0
      for (let at = 0; at < rows.length; at += together) {
        if (at > 0) yield* pause()
        const piece = rows.slice(at, at + together)
        const records = yield* inTimeSlices(() => checkRows(piece, seen, target))
        if (records.length > 0) added += yield* change(writeSuppressions(records))
      }
      return {
        added,
        already_suppressed: seen.keys.size - added + seen.repeated,
        invalid_count: seen.invalidCount,
        invalid: seen.invalid
      }
    })
})
