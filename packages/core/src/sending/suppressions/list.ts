import {
  csvLine,
  decode,
  ExportSuppressions,
  foldAddress,
  ListSuppressions,
  requestedPage,
  type StorageError,
  type Suppression,
  type SuppressionList,
  timestamp,
  ValidationFailed
} from "@telemark/contract"
import { Effect, Schema } from "effect"
import { type PageOf, pagesOf } from "../../kernel/csv.js"
import type { SuppressionRecord } from "./Suppression.js"
import type {
  SuppressionFilter,
  SuppressionPosition,
  SuppressionStore
} from "./SuppressionStore.js"

const decodeList = decode(ListSuppressions)
const decodeExport = decode(ExportSuppressions)

const Position = Schema.StringFromBase64Url.pipe(
  Schema.decodeTo(
    Schema.fromJsonString(Schema.Tuple([Schema.Int, Schema.String, Schema.NullOr(Schema.String)]))
  )
)
const readPosition = Schema.decodeUnknownOption(Position)
const writePosition = Schema.encodeSync(Position)

/** An entry's place as `next`: callers pass it on as it is. */
const nextOf = ({ added_at, folded, topic }: SuppressionRecord): string =>
  writePosition([added_at, folded, topic])

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

const view = ({ added_at, email_address, reason, topic }: SuppressionRecord): Suppression => ({
  email_address,
  reason,
  added_at: timestamp(added_at),
  topic
})

export const makeListSuppressions =
  (store: typeof SuppressionStore.Service) =>
  (
    tenantId: string,
    input: ListSuppressions = {}
  ): Effect.Effect<SuppressionList, ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const request = yield* Effect.fromResult(decodeList(input))
      const page = requestedPage(request)
      if (request.after !== undefined && page.offset > 0)
        return yield* ValidationFailed.at("after", "can't be combined with offset")
      const after = request.after === undefined ? undefined : yield* positionOf(request.after)
      const records = yield* store.list(tenantId, { ...page, after }, filterOf(request))
      const last = records.length < page.limit ? undefined : records.at(-1)
      return { data: records.map(view), ...page, next: last === undefined ? null : nextOf(last) }
    })

/** Rows of a page: a synchronous storage reads them in a few milliseconds. */
const pageSize = 500

/** The order in which an import without a header expects them, with what it ignores at the end. */
const columns = ["email_address", "reason", "topic", "added_at"] as const satisfies ReadonlyArray<
  keyof Suppression
>

/**
 * The table of all suppressions that match, page by page. A page begins after the last entry of the
 * one before, whether or not that still exists.
 */
export const makeExportSuppressions =
  (store: typeof SuppressionStore.Service) =>
  (
    tenantId: string,
    input: ExportSuppressions = {}
  ): Effect.Effect<AsyncIterable<string>, ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const filter = filterOf(yield* Effect.fromResult(decodeExport(input)))
      const read = (
        after: SuppressionPosition | null
      ): Effect.Effect<PageOf<string, SuppressionPosition>, StorageError> =>
        Effect.map(
          store.list(tenantId, { limit: pageSize, offset: 0, after: after ?? undefined }, filter),
          (records) => {
            const lines = records
              .map(view)
              .map((suppression) => csvLine(columns.map((column) => suppression[column])))
            return [
              (after === null ? csvLine(columns) : "") + lines.join(""),
              records.length < pageSize ? undefined : records.at(-1)
            ]
          }
        )
      return yield* pagesOf<string, SuppressionPosition | null, StorageError, never>(null, read)
    })
