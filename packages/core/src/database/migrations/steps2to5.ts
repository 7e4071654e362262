import { step, type Step } from "./Step.js"

/** The statuses of steps 2 and 21: a later status comes with its own step. */
export const statuses = [
  "queued",
  "sending",
  "sent",
  "failed",
  "bounced",
  "complained",
  "delivered",
  "deferred"
]
const columns = statuses.join(", ")
const each = (say: (status: string) => string) => statuses.map(say).join(", ")

// The start of a period: division of integers drops the remainder.
export const hour = "created_at / 3600000 * 3600000"
export const day = "starts_at / 86400000 * 86400000"

export const steps2to5: ReadonlyArray<Step> = [
  // The log counted by tenant, by hour and day of `created_at` (UTC), and by present status;
  // kept exact from here on.
  step(2, "email_counts", ({ keyedTable, tables, tune }) => [
    keyedTable(`email_counts (
      tenant_id text NOT NULL,
      period text NOT NULL,
      starts_at integer NOT NULL,
      ${statuses.map((status) => `${status} integer NOT NULL`).join(",\n")},
      PRIMARY KEY (tenant_id, period, starts_at))`),
    `INSERT INTO ${tables.email_counts} (tenant_id, period, starts_at, ${columns})
    SELECT tenant_id, 'hour', ${hour}, ${each((status) => `COUNT(*) FILTER (WHERE status = '${status}')`)}
    FROM ${tables.emails} GROUP BY tenant_id, ${hour}`,
    `INSERT INTO ${tables.email_counts} (tenant_id, period, starts_at, ${columns})
    SELECT tenant_id, 'day', ${day}, ${each((status) => `SUM(${status})`)}
    FROM ${tables.email_counts} WHERE period = 'hour' GROUP BY tenant_id, ${day}`,
    tune("email_counts", "counters"),
    tune("rate_limits", "counters"),
    tune("usage", "counters"),
    tune("queue", "churning"),
    tune("emails", "growing")
  ]),

  // Templates with all their versions, brands, and which version a message was rendered from.
  step(3, "templates", ({ column, index, keyedTable, table }) => [
    // Name, subject and version are those of the current version, so that neither lists nor sends
    // read others.
    keyedTable(`templates (
      tenant_id text NOT NULL,
      id text NOT NULL,
      name text NOT NULL,
      subject_template text NOT NULL,
      active integer NOT NULL,
      version integer NOT NULL,
      created_at integer NOT NULL,
      updated_at integer NOT NULL,
      PRIMARY KEY (tenant_id, id))`),
    index("templates_by_time", "templates (tenant_id, created_at, id)"),

    // What lists show comes first: SQLite reads all pages of a large row up to the last column that
    // is asked for.
    table(`template_versions (
      tenant_id text NOT NULL,
      template_id text NOT NULL,
      version integer NOT NULL,
      name text NOT NULL,
      subject_template text NOT NULL,
      created_at integer NOT NULL,
      variables text NOT NULL,
      uses text NOT NULL,
      mjml_source text,
      design_json text,
      html text NOT NULL,
      text_body text,
      locales text NOT NULL,
      PRIMARY KEY (tenant_id, template_id, version))`),

    keyedTable(`brands (
      tenant_id text PRIMARY KEY NOT NULL,
      settings text NOT NULL,
      updated_at integer NOT NULL)`),

    // Last, since nothing else can use the log from here to the end of the transaction.
    column("emails", "template_version integer")
  ]),

  // Sending domains with the keys that sign their messages, and tenants' own SMTP servers.
  step(4, "domains", ({ index, keyedTable, table, uniqueIndex }) => [
    table(`domains (
      tenant_id text NOT NULL,
      domain text NOT NULL,
      spf_verified integer NOT NULL,
      dkim_verified integer NOT NULL,
      dmarc_verified integer NOT NULL,
      spf_failing_since integer,
      dkim_failing_since integer,
      dmarc_failing_since integer,
      owned integer NOT NULL,
      verified_at integer,
      created_at integer NOT NULL,
      next_check_at integer NOT NULL,
      verification text,
      PRIMARY KEY (tenant_id, domain))`),
    // Whatever else goes wrong, no two tenants own a domain. Sends look up its owner here.
    uniqueIndex("domains_owned", "domains (domain) WHERE owned = 1"),
    index("domains_by_name", "domains (domain, tenant_id)"),
    index("domains_by_check", "domains (next_check_at, tenant_id, domain)"),
    index("domains_by_time", "domains (tenant_id, created_at, domain)"),

    // `place` is the order within the domain. Private keys are sealed.
    table(`dkim_keys (
      tenant_id text NOT NULL,
      domain text NOT NULL,
      selector text NOT NULL,
      place integer NOT NULL,
      algorithm text NOT NULL,
      state text NOT NULL,
      created_at integer NOT NULL,
      ends_at integer,
      public_key text NOT NULL,
      private_key text NOT NULL,
      PRIMARY KEY (tenant_id, domain, selector))`),

    // The password is sealed.
    keyedTable(`smtp_configs (
      tenant_id text PRIMARY KEY NOT NULL,
      id text NOT NULL,
      provider text NOT NULL,
      host text NOT NULL,
      port integer NOT NULL,
      username text NOT NULL,
      password text NOT NULL,
      tls_required integer NOT NULL,
      from_email text,
      from_name text,
      verified integer NOT NULL,
      created_at integer NOT NULL,
      updated_at integer NOT NULL)`)
  ]),

  // Webhook endpoints, subscriptions in process, and the outbox rows of each.
  step(5, "webhooks", ({ column, index, keyedTable, table, tune, uniqueIndex }) => [
    // Numbers that are assigned once and never again, even after the row with the highest one was
    // removed.
    keyedTable(`sequences (
      name text PRIMARY KEY NOT NULL,
      value integer NOT NULL)`),

    // Secrets are sealed. `events` is a JSON array.
    table(`webhook_endpoints (
      id integer PRIMARY KEY NOT NULL,
      tenant_id text NOT NULL,
      url text NOT NULL,
      events text NOT NULL,
      active integer NOT NULL,
      secret text NOT NULL,
      former_secret text,
      former_secret_until integer,
      failing_since integer,
      disabled_reason text,
      created_at integer NOT NULL,
      updated_at integer NOT NULL)`),
    index("webhook_endpoints_by_time", "webhook_endpoints (tenant_id, created_at, id)"),

    // One row for each event to deliver to an endpoint, removed when the event was taken or given up.
    // As in the queue of messages, `due_at` is also the end of a lease. The event comes first in the
    // key: new rows lie together at its end, and rows are looked up by a list of events.
    keyedTable(`webhook_queue (
      endpoint_id integer NOT NULL,
      event_id text NOT NULL,
      tenant_id text NOT NULL,
      attempts integer NOT NULL,
      due_at integer NOT NULL,
      lease_owner text,
      PRIMARY KEY (event_id, endpoint_id))`),
    tune("webhook_queue", "churning"),
    index("webhook_queue_by_due", "webhook_queue (endpoint_id, due_at, event_id)"),

    table(`webhook_attempts (
      id text PRIMARY KEY NOT NULL,
      tenant_id text NOT NULL,
      endpoint_id integer NOT NULL,
      event_id text NOT NULL,
      type text NOT NULL,
      attempt integer NOT NULL,
      status_code integer,
      duration_ms integer NOT NULL,
      response text,
      error text,
      next_attempt_at integer,
      created_at integer NOT NULL)`),
    index("webhook_attempts_by_endpoint", "webhook_attempts (endpoint_id, created_at, id)"),

    table(`subscriptions (
      id text PRIMARY KEY NOT NULL,
      tenant_id text NOT NULL,
      name text NOT NULL,
      types text NOT NULL,
      expires_at integer,
      created_at integer NOT NULL)`),
    uniqueIndex("subscriptions_by_name", "subscriptions (tenant_id, name)"),
    index("subscriptions_by_expiry", "subscriptions (expires_at) WHERE expires_at IS NOT NULL"),

    // `leased_until` is 0 without a lease.
    keyedTable(`subscription_queue (
      subscription_id text NOT NULL,
      event_id text NOT NULL,
      leased_until integer NOT NULL,
      lease_owner text,
      PRIMARY KEY (subscription_id, event_id))`),
    tune("subscription_queue", "churning"),

    // What is reported twice under the same key is recorded once.
    column("events", "report_key text"),
    uniqueIndex(
      "events_by_report",
      "events (email_id, type, report_key) WHERE report_key IS NOT NULL"
    ),
    // Replays and subscriptions read a tenant's events in the order of their ids.
    index("events_by_tenant", "events (tenant_id, id)")
  ])
]
