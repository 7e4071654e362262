import type { Migration } from "./Migration.js"

const recipient = "COALESCE(recipient_folded, lower(recipient_email))"

/**
 * The index of recipients' domains by what follows the last @: a local part in quotes may have
 * others. And an index of the suppressions whose keys aren't ASCII, for those that versions before
 * made of decomposed letters: `foldKeys` finds them by it.
 */
export const addressKeys: Migration = (dialect, { existingIndex, index, tables }) => {
  const isSqlite = dialect.name === "sqlite"
  const domain = isSqlite
    ? `substr(${recipient}, length(rtrim(${recipient}, replace(${recipient}, '@', ''))) + 1)`
    : `reverse(split_part(reverse(${recipient}), '@', 1))`
  const isBeyondAscii = isSqlite
    ? "length(CAST(folded AS BLOB)) > length(folded)"
    : "octet_length(folded) > length(folded)"
  return [
    `DROP INDEX ${existingIndex("emails_by_recipient_domain")}`,
    `CREATE INDEX ${index("emails_by_recipient_domain")} ON ${tables.emails} (tenant_id, ${domain}, created_at, id)`,
    `CREATE INDEX ${index("suppressions_beyond_ascii")} ON ${tables.suppressions} (tenant_id, folded, topic) WHERE ${isBeyondAscii}`
  ]
}
