import { foldAddress, toAsciiDomain } from "@telemark/contract"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import type { Dialect } from "../../database/dialect/Dialect.js"
import type { EmailFilter } from "./EmailStore.js"
import { recipientColumn } from "./recipientsRows.js"
import { rangeOf, searchColumns } from "./searchColumns.js"
import type { FilteredBy } from "./selection.js"

/** A domain as A-labels. */
const asciiOf = (domain = ""): string => toAsciiDomain(domain) ?? domain.toLowerCase()

export const makeConditions = (sql: SqlClient.SqlClient, dialect: Dialect) => {
  const recipient = sql.literal(recipientColumn)
  const columns = searchColumns(dialect)
  return {
    hasTag: ({ tag }: EmailFilter): Statement.Fragment =>
      sql`name = ${tag?.name ?? ""} AND value = ${tag?.value ?? ""}`,
    isWanted: (by: Exclude<FilteredBy, "tag">, filter: EmailFilter): Statement.Fragment => {
      switch (by) {
        case "recipient": {
          const folded = foldAddress(filter.recipient ?? "")
          // Versions before didn't compose letters. The log isn't rewritten: it may be large, and
          // its messages go after their time.
          const earlier = folded.normalize("NFD")
          return earlier === folded
            ? sql`${recipient} = ${folded}`
            : sql`${recipient} IN (${folded}, ${earlier})`
        }
        case "recipient_domain":
          return sql`${sql.literal(columns.recipient_domain)} = ${asciiOf(filter.recipient_domain)}`
        case "sender_domain":
          // Senders are stored as they were given.
          return sql`${sql.literal(columns.sender_domain)} IN (${asciiOf(filter.sender_domain)}, ${(filter.sender_domain ?? "").toLowerCase()})`
        case "subject": {
          const [from, to] = rangeOf(filter.subject ?? "")
          return sql`(${sql.literal(columns.subject)} >= ${from} AND ${sql.literal(columns.subject)} < ${to})`
        }
        case "template_id":
          return sql`template_id = ${filter.template_id ?? ""}`
        case "status":
          return sql`status = ${filter.status ?? ""}`
      }
    }
  }
}
