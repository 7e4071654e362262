import {
  type ExportPerson,
  foldAddress,
  type NotFound,
  type PersonEmail,
  type PersonExport,
  type StorageError,
  type ValidationFailed
} from "@telemark/contract"
import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { unmatchedView } from "../../events/feedback/StoredReport.js"
import { storedReportQueries } from "../../events/feedback/storedReportTable.js"
import { Events } from "../../events/timeline/Events.js"
import { Contents } from "../contents/Contents.js"
import { Emails } from "../emails/Emails.js"
import { recipientColumn } from "../emails/emailTable.js"
import { viewOfSuppression } from "../suppressions/Suppression.js"
import { suppressionQueries } from "../suppressions/suppressionTable.js"
import { erasedOf } from "./erased.js"
import { makePseudonyms } from "./pseudonyms.js"

/** Octets of contents after which a page ends: it is put together in memory. */
const maxOctets = 4 * 1024 * 1024

const octetsOf = ({ content }: PersonEmail): number =>
  (content?.html?.length ?? 0) + (content?.text?.length ?? 0)

/** Reports that a page has. */
const maxReports = 100

export const makeExportPerson = Effect.gen(function* () {
  const { sql, tables } = yield* Database
  const contents = yield* Contents
  const emails = yield* Emails
  const events = yield* Events
  const reports = yield* storedReportQueries
  const suppressions = yield* suppressionQueries
  const pseudonyms = yield* makePseudonyms

  const whole = (
    tenantId: string,
    id: string
  ): Effect.Effect<PersonEmail, NotFound | StorageError> =>
    Effect.gen(function* () {
      return {
        email: yield* emails.get(tenantId, id),
        timeline: yield* events.timeline(tenantId, id),
        content: yield* Effect.catchTag(contents.content(tenantId, id), "ContentRemoved", () =>
          Effect.succeed(null)
        )
      }
    })

  /** Those that are gone meanwhile are left out. */
  const page = (tenantId: string, { email_address, ...page }: ExportPerson) =>
    Effect.gen(function* () {
      const found = yield* emails.list(tenantId, { ...page, recipient: email_address })
      const read: Array<PersonEmail> = []
      let octets = 0
      for (const { id } of found.data) {
        const email = yield* Effect.catchTag(whole(tenantId, id), "NotFound", () =>
          Effect.succeed(undefined)
        )
        if (email === undefined) continue
        read.push(email)
        octets += octetsOf(email)
        if (octets > maxOctets && id !== found.data.at(-1)?.id) return { read, next: id }
      }
      return { read, next: found.next }
    })

  const reportsNaming = (tenantId: string, spellings: ReadonlyArray<string>) =>
    Effect.map(reports.naming(tenantId, spellings, maxReports), (found) => found.map(unmatchedView))

  const countUnder = (tenantId: string, pseudonym: string | undefined) =>
    pseudonym === undefined
      ? Effect.succeed(0)
      : Effect.map(
          stored(sql<{ readonly count: number }>`SELECT COUNT(*) AS count FROM ${tables.emails}
            WHERE tenant_id = ${tenantId} AND ${sql.literal(recipientColumn)} = ${pseudonym}`),
          ([row]) => row?.count ?? 0
        )

  return (
    tenantId: string,
    request: ExportPerson
  ): Effect.Effect<PersonExport, ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const { after, email_address } = request
      const { next, read } = yield* page(tenantId, request)
      const folded = foldAddress(email_address)
      const keys = yield* pseudonyms.keysOf(tenantId, folded)
      const isFirst = after === undefined
      const found = isFirst ? yield* stored(suppressions.find(tenantId, ...keys)) : []
      return {
        email_address,
        emails: read,
        suppressions: found.map(viewOfSuppression),
        reports: isFirst
          ? yield* reportsNaming(tenantId, erasedOf(email_address, "").spellings)
          : [],
        erased_emails: yield* countUnder(tenantId, keys[1]),
        next
      }
    })
})
