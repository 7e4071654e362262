import { createTable, type Migration } from "./Migration.js"

/** Webhook endpoints, subscriptions in process, and the outbox rows of each. */
export const webhooks: Migration = (dialect, { index, tables }) => [
  // Numbers that are assigned once and never again, even after the row with the highest one was
  // removed.
  createTable(
    dialect,
    tables.sequences,
    {
      name: "text PRIMARY KEY NOT NULL",
      value: "integer NOT NULL"
    },
    { kind: "keyed" }
  ),

  // Secrets are sealed. `events` is a JSON array.
  createTable(dialect, tables.webhook_endpoints, {
    id: "integer PRIMARY KEY NOT NULL",
    tenant_id: "text NOT NULL",
    url: "text NOT NULL",
    events: "text NOT NULL",
    active: "integer NOT NULL",
    secret: "text NOT NULL",
    former_secret: "text",
    former_secret_until: "integer",
    failing_since: "integer",
    disabled_reason: "text",
    created_at: "integer NOT NULL",
    updated_at: "integer NOT NULL"
  }),
  `CREATE INDEX ${index("webhook_endpoints_by_time")} ON ${tables.webhook_endpoints} (tenant_id, created_at, id)`,

  // One row for each event to deliver to an endpoint, removed when the event was taken or given up.
  // As in the queue of messages, `due_at` is also the end of a lease. The event comes first in the
  // key: new rows lie together at its end, and rows are looked up by a list of events.
  createTable(
    dialect,
    tables.webhook_queue,
    {
      endpoint_id: "integer NOT NULL",
      event_id: "text NOT NULL",
      tenant_id: "text NOT NULL",
      attempts: "integer NOT NULL",
      due_at: "integer NOT NULL",
      lease_owner: "text"
    },
    { primaryKey: "event_id, endpoint_id", kind: "keyed" }
  ),
  ...dialect.tune("webhook_queue", "churning"),
  `CREATE INDEX ${index("webhook_queue_by_due")} ON ${tables.webhook_queue} (endpoint_id, due_at, event_id)`,

  createTable(dialect, tables.webhook_attempts, {
    id: "text PRIMARY KEY NOT NULL",
    tenant_id: "text NOT NULL",
    endpoint_id: "integer NOT NULL",
    event_id: "text NOT NULL",
    type: "text NOT NULL",
    attempt: "integer NOT NULL",
    status_code: "integer",
    duration_ms: "integer NOT NULL",
    response: "text",
    error: "text",
    next_attempt_at: "integer",
    created_at: "integer NOT NULL"
  }),
  `CREATE INDEX ${index("webhook_attempts_by_endpoint")} ON ${tables.webhook_attempts} (endpoint_id, created_at, id)`,

  createTable(dialect, tables.subscriptions, {
    id: "text PRIMARY KEY NOT NULL",
    tenant_id: "text NOT NULL",
    name: "text NOT NULL",
    types: "text NOT NULL",
    expires_at: "integer",
    created_at: "integer NOT NULL"
  }),
  `CREATE UNIQUE INDEX ${index("subscriptions_by_name")} ON ${tables.subscriptions} (tenant_id, name)`,
  `CREATE INDEX ${index("subscriptions_by_expiry")} ON ${tables.subscriptions} (expires_at) WHERE expires_at IS NOT NULL`,

  createTable(
    dialect,
    tables.subscription_queue,
    {
      subscription_id: "text NOT NULL",
      event_id: "text NOT NULL",
      // When the lease expires; 0 if there is none.
      leased_until: "integer NOT NULL",
      lease_owner: "text"
    },
    { primaryKey: "subscription_id, event_id", kind: "keyed" }
  ),
  ...dialect.tune("subscription_queue", "churning"),

  // What is reported twice under the same key is recorded once.
  `ALTER TABLE ${tables.events} ADD COLUMN report_key ${dialect.columnTypes.text}`,
  `CREATE UNIQUE INDEX ${index("events_by_report")} ON ${tables.events} (email_id, type, report_key) WHERE report_key IS NOT NULL`,
  // Replays and subscriptions read a tenant's events in the order of their ids.
  `CREATE INDEX ${index("events_by_tenant")} ON ${tables.events} (tenant_id, id)`
]
