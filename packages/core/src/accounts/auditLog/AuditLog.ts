import {
  type AuditLogPage,
  decode,
  ListAuditLog,
  pageEndingWith,
  readInstant,
  requestedPage,
  type StorageError,
  unknownAfter,
  type ValidationFailed
} from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import { stored } from "../../database/storageError.js"
import { isId } from "../../kernel/ids.js"
import { entryView } from "./AuditEntry.js"
import { auditQueries } from "./auditTable.js"
import { makeRecordChanges, type RecordChanges } from "./recordChanges.js"

interface AuditLogService extends Pick<RecordChanges, "note" | "recording"> {
  /** Of a tenant or, without one, of all for the operator. Newest first. */
  readonly list: (
    tenantId: string | undefined,
    request?: ListAuditLog
  ) => Effect.Effect<AuditLogPage, ValidationFailed | StorageError>
}

const decodeList = decode(ListAuditLog)

const instantOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : readInstant(text)

const make = Effect.map(Effect.all([auditQueries, makeRecordChanges]), ([entries, changes]) =>
  AuditLog.of({
    ...changes,
    list: (tenantId, input = {}) =>
      Effect.gen(function* () {
        const { after, limit, offset, since, until, ...filter } = yield* Effect.fromResult(
          decodeList(input)
        )
        const page = yield* Effect.fromResult(requestedPage({ after, limit, offset }))
        // Ids are in the order of time: the entry itself may be gone.
        if (after !== undefined && !isId("aud", after)) return yield* unknownAfter("an entry")
        const found = yield* stored(
          entries.list(
            { ...filter, tenantId, since: instantOf(since), until: instantOf(until) },
            page,
            after
          )
        )
        return pageEndingWith(
          found,
          page,
          (entry) => entryView(entry, tenantId === undefined),
          (last) => last.id
        )
      })
  })
)

/** Who changed what. */
export class AuditLog extends Context.Service<AuditLog, AuditLogService>()(
  "@telemark/core/AuditLog"
) {
  static readonly layer = Layer.effect(this, make)
}
