import { createTable, type Migration } from "./Migration.js"

/**
 * Where reports on messages come from, those that can't be recorded yet or at all, and the ids that
 * providers give to messages.
 */
export const feedback: Migration = (dialect, { index, tables }) => [
  // Without a tenant: of the relay that all tenants share. The path's secret is stored as a digest;
  // the credential that calls are checked with is sealed.
  createTable(dialect, tables.feedback_sources, {
    id: "text PRIMARY KEY NOT NULL",
    tenant_id: "text",
    provider: "text NOT NULL",
    secret_digest: "text NOT NULL UNIQUE",
    credential: "text",
    created_at: "integer NOT NULL",
    // When it last called, and when and why a call was last refused.
    called_at: "integer",
    refused_at: "integer",
    refused_reason: "text"
  }),
  `CREATE INDEX ${index("feedback_sources_by_time")} ON ${tables.feedback_sources} (tenant_id, created_at, id)`,

  // Reports that came too early wait here until `due_at`, and those whose message isn't found stay
  // for a while. The tenant is null if only the message would tell it. `email_id` is the message
  // that a report waits for. `identity` is a digest: what is the same is stored once.
  createTable(dialect, tables.feedback_reports, {
    id: "text PRIMARY KEY NOT NULL",
    tenant_id: "text",
    // Not `source`: columns of that name are octets.
    source_name: "text NOT NULL",
    reason: "text NOT NULL",
    report: "text NOT NULL",
    email_id: "text",
    identity: "text UNIQUE",
    attempts: "integer NOT NULL",
    due_at: "integer",
    created_at: "integer NOT NULL"
  }),
  `CREATE INDEX ${index("feedback_reports_by_due")} ON ${tables.feedback_reports} (due_at, id) WHERE due_at IS NOT NULL`,
  `CREATE INDEX ${index("feedback_reports_by_email")} ON ${tables.feedback_reports} (email_id) WHERE email_id IS NOT NULL`,
  `CREATE INDEX ${index("feedback_reports_by_source")} ON ${tables.feedback_reports} (tenant_id, source_name, created_at)`,
  `CREATE INDEX ${index("feedback_reports_by_tenant")} ON ${tables.feedback_reports} (tenant_id, id)`,

  // The id that the next hop gave a message, where its reports name no other.
  `ALTER TABLE ${tables.emails} ADD COLUMN provider_message_id ${dialect.columnTypes.text}`,
  `CREATE INDEX ${index("emails_by_provider_id")} ON ${tables.emails} (provider_message_id) WHERE provider_message_id IS NOT NULL`
]
