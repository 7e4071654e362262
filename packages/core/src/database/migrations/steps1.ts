import { step, type Step } from "./Step.js"

export const steps1: ReadonlyArray<Step> = [
  // No references between tables that every send writes: the look-ups would cost more than the
  // inserts, and one transaction writes both sides.
  step(1, "initial", ({ index, keyedTable, table, tables }) => [
    table(`tenants (
      id text PRIMARY KEY NOT NULL,
      name text NOT NULL UNIQUE,
      default_from text,
      monthly_limit integer,
      created_at integer NOT NULL)`),

    table(`api_keys (
      id text PRIMARY KEY NOT NULL,
      tenant_id text NOT NULL REFERENCES ${tables.tenants} (id),
      prefix text NOT NULL UNIQUE,
      hash text NOT NULL,
      name text NOT NULL,
      scopes text NOT NULL,
      rate_limit integer NOT NULL,
      created_at integer NOT NULL,
      last_used_at integer,
      revoked_at integer)`),
    index("api_keys_by_tenant", "api_keys (tenant_id, created_at, id)"),

    keyedTable(`rate_limits (
      key_id text PRIMARY KEY NOT NULL,
      tokens real NOT NULL,
      refilled_at integer NOT NULL)`),

    // What the messages of one send share.
    table(`bodies (
      id text PRIMARY KEY NOT NULL,
      tenant_id text NOT NULL,
      html text,
      text text,
      headers text NOT NULL,
      created_at integer NOT NULL)`),

    // The log: one row for each message to one recipient.
    table(`emails (
      id text PRIMARY KEY NOT NULL,
      tenant_id text NOT NULL,
      body_id text NOT NULL,
      recipient_email text NOT NULL,
      sender_email text NOT NULL,
      sender_name text,
      template_id text,
      subject text NOT NULL,
      metadata text,
      status text NOT NULL,
      attempts integer NOT NULL,
      smtp_provider text NOT NULL,
      smtp_response text,
      error_message text,
      next_attempt_at integer,
      sent_at integer,
      delivered_at integer,
      bounced_at integer,
      complained_at integer,
      failed_at integer,
      created_at integer NOT NULL,
      updated_at integer NOT NULL)`),
    index("emails_by_time", "emails (tenant_id, created_at, id)"),
    index("emails_by_status", "emails (tenant_id, status, created_at, id)"),

    // Messages to deliver. `due_at` is also the end of a lease: a leased message is due again when
    // its lease expires, so one comparison finds both, and a dead worker needs no cleaning up.
    keyedTable(`queue (
      id text PRIMARY KEY NOT NULL,
      tenant_id text NOT NULL,
      due_at integer NOT NULL,
      lease_owner text,
      refused_since integer)`),
    index("queue_by_due", "queue (due_at, id)"),
    index("queue_by_tenant", "queue (tenant_id, due_at, id)"),

    keyedTable(`idempotency (
      tenant_id text NOT NULL,
      key text NOT NULL,
      body_digest text NOT NULL,
      result text NOT NULL,
      created_at integer NOT NULL,
      PRIMARY KEY (tenant_id, key))`),
    index("idempotency_by_time", "idempotency (created_at)"),

    keyedTable(`suppressions (
      tenant_id text NOT NULL,
      folded text NOT NULL,
      email_address text NOT NULL,
      reason text NOT NULL,
      added_at integer NOT NULL,
      PRIMARY KEY (tenant_id, folded))`),
    index("suppressions_by_time", "suppressions (tenant_id, added_at, folded)"),

    // Recipients queued in a calendar month (UTC), such as 2026-11.
    keyedTable(`usage (
      tenant_id text NOT NULL,
      month text NOT NULL,
      sent integer NOT NULL,
      PRIMARY KEY (tenant_id, month))`),

    table(`events (
      id text PRIMARY KEY NOT NULL,
      tenant_id text NOT NULL,
      email_id text NOT NULL,
      type text NOT NULL,
      data text NOT NULL,
      created_at integer NOT NULL)`),
    index("events_by_email", "events (email_id, created_at, id)"),

    // Mails that the capture transport kept instead of sending them.
    table(`inbox (
      id text PRIMARY KEY NOT NULL,
      tenant_id text NOT NULL,
      sender text NOT NULL,
      recipient text NOT NULL,
      subject text NOT NULL,
      source bytes NOT NULL,
      captured_at integer NOT NULL)`),
    index("inbox_by_time", "inbox (captured_at, id)")
  ])
]
