import type { Migration } from "./Migration.js"

const recipient = "COALESCE(recipient_folded, lower(recipient_email))"

/**
 * Indexes to search the log for the domains of recipients, in the order of lists, and for the
 * beginnings of subjects, which are few or not searched by.
 */
export const search: Migration = (dialect, { index, tables }) => {
  const domain =
    dialect.name === "sqlite"
      ? `substr(${recipient}, instr(${recipient}, '@') + 1)`
      : `split_part(${recipient}, '@', 2)`
  return [
    `CREATE INDEX ${index("emails_by_recipient_domain")} ON ${tables.emails} (tenant_id, ${domain}, created_at, id)`,
    `CREATE INDEX ${index("emails_by_subject")} ON ${tables.emails} (tenant_id, lower(substr(subject, 1, 48)))`
  ]
}
