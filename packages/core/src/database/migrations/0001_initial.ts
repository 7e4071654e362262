import { createTable, type Migration } from "./Migration.js"

/**
 * No references between tables that every send writes: the look-ups would cost more than the
 * inserts, and one transaction writes both sides.
 */
export const initial: Migration = (dialect, { index, tables }) => [
  createTable(dialect, tables.tenants, {
    id: "text PRIMARY KEY NOT NULL",
    name: "text NOT NULL UNIQUE",
    default_from: "text",
    monthly_limit: "integer",
    created_at: "integer NOT NULL"
  }),

  createTable(dialect, tables.api_keys, {
    id: "text PRIMARY KEY NOT NULL",
    tenant_id: `text NOT NULL REFERENCES ${tables.tenants} (id)`,
    prefix: "text NOT NULL UNIQUE",
    hash: "text NOT NULL",
    name: "text NOT NULL",
    scopes: "text NOT NULL",
    rate_limit: "integer NOT NULL",
    created_at: "integer NOT NULL",
    last_used_at: "integer",
    revoked_at: "integer"
  }),
  `CREATE INDEX ${index("api_keys_by_tenant")} ON ${tables.api_keys} (tenant_id, created_at, id)`,

  createTable(
    dialect,
    tables.rate_limits,
    {
      key_id: "text PRIMARY KEY NOT NULL",
      tokens: "real NOT NULL",
      refilled_at: "integer NOT NULL"
    },
    { kind: "keyed" }
  ),

  // What the messages of one send share.
  createTable(dialect, tables.bodies, {
    id: "text PRIMARY KEY NOT NULL",
    tenant_id: "text NOT NULL",
    html: "text",
    text: "text",
    headers: "text NOT NULL",
    created_at: "integer NOT NULL"
  }),

  // The log: one row for each message to one recipient.
  createTable(dialect, tables.emails, {
    id: "text PRIMARY KEY NOT NULL",
    tenant_id: "text NOT NULL",
    body_id: "text NOT NULL",
    recipient_email: "text NOT NULL",
    sender_email: "text NOT NULL",
    sender_name: "text",
    template_id: "text",
    subject: "text NOT NULL",
    metadata: "text",
    status: "text NOT NULL",
    attempts: "integer NOT NULL",
    smtp_provider: "text NOT NULL",
    smtp_response: "text",
    error_message: "text",
    next_attempt_at: "integer",
    sent_at: "integer",
    delivered_at: "integer",
    bounced_at: "integer",
    complained_at: "integer",
    failed_at: "integer",
    created_at: "integer NOT NULL",
    updated_at: "integer NOT NULL"
  }),
  `CREATE INDEX ${index("emails_by_time")} ON ${tables.emails} (tenant_id, created_at, id)`,
  `CREATE INDEX ${index("emails_by_status")} ON ${tables.emails} (tenant_id, status, created_at, id)`,

  // Messages to deliver. `due_at` is also the end of a lease: a leased message is due again when
  // its lease expires, so one comparison finds both, and a dead worker needs no cleaning up.
  createTable(
    dialect,
    tables.queue,
    {
      id: "text PRIMARY KEY NOT NULL",
      tenant_id: "text NOT NULL",
      due_at: "integer NOT NULL",
      lease_owner: "text",
      refused_since: "integer"
    },
    { kind: "keyed" }
  ),
  `CREATE INDEX ${index("queue_by_due")} ON ${tables.queue} (due_at, id)`,
  `CREATE INDEX ${index("queue_by_tenant")} ON ${tables.queue} (tenant_id, due_at, id)`,

  createTable(
    dialect,
    tables.idempotency,
    {
      tenant_id: "text NOT NULL",
      key: "text NOT NULL",
      body_digest: "text NOT NULL",
      result: "text NOT NULL",
      created_at: "integer NOT NULL"
    },
    { primaryKey: "tenant_id, key", kind: "keyed" }
  ),
  `CREATE INDEX ${index("idempotency_by_time")} ON ${tables.idempotency} (created_at)`,

  createTable(
    dialect,
    tables.suppressions,
    {
      tenant_id: "text NOT NULL",
      folded: "text NOT NULL",
      email_address: "text NOT NULL",
      reason: "text NOT NULL",
      added_at: "integer NOT NULL"
    },
    { primaryKey: "tenant_id, folded", kind: "keyed" }
  ),
  `CREATE INDEX ${index("suppressions_by_time")} ON ${tables.suppressions} (tenant_id, added_at, folded)`,

  // Recipients queued in a calendar month (UTC), such as 2026-11.
  createTable(
    dialect,
    tables.usage,
    {
      tenant_id: "text NOT NULL",
      month: "text NOT NULL",
      sent: "integer NOT NULL"
    },
    { primaryKey: "tenant_id, month", kind: "keyed" }
  ),

  createTable(dialect, tables.events, {
    id: "text PRIMARY KEY NOT NULL",
    tenant_id: "text NOT NULL",
    email_id: "text NOT NULL",
    type: "text NOT NULL",
    data: "text NOT NULL",
    created_at: "integer NOT NULL"
  }),
  `CREATE INDEX ${index("events_by_email")} ON ${tables.events} (email_id, created_at, id)`,

  // Mails that the capture transport kept instead of sending them.
  createTable(dialect, tables.inbox, {
    id: "text PRIMARY KEY NOT NULL",
    tenant_id: "text NOT NULL",
    sender: "text NOT NULL",
    recipient: "text NOT NULL",
    subject: "text NOT NULL",
    source: "bytes NOT NULL",
    captured_at: "integer NOT NULL"
  }),
  `CREATE INDEX ${index("inbox_by_time")} ON ${tables.inbox} (captured_at, id)`
]
