import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import { type EmailFilter, foldAddress } from "@telemark/core"
import { recipientColumn } from "./recipients.js"
import type { FilteredBy } from "./selection.js"

export const makeConditions = (sql: SqlClient.SqlClient) => {
  const recipient = sql.literal(recipientColumn)
  return {
    hasTag: ({ tag }: EmailFilter): Statement.Fragment => sql`name = ${tag?.name ?? ""} AND value = ${tag?.value ?? ""}`,
    isWanted: (by: Exclude<FilteredBy, "tag">, filter: EmailFilter): Statement.Fragment => {
      switch (by) {
        case "recipient":
          return sql`${recipient} = ${foldAddress(filter.recipient ?? "")}`
        case "template_id":
          return sql`template_id = ${filter.template_id ?? ""}`
        case "status":
          return sql`status = ${filter.status ?? ""}`
      }
    }
  }
}
