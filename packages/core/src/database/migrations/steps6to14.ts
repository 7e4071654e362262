import { step, type Step } from "./Step.js"

export const steps6to14: ReadonlyArray<Step> = [
  // Attachments, tags, scheduled sends, recipients that are shown to each other, and indexes
  // to search the log.
  step(6, "sending", ({ column, index, keyedTable, table, tune }) => [
    // `place` is the order within the body. The columns before the content are read without it.
    table(`attachments (
      body_id text NOT NULL,
      place integer NOT NULL,
      filename text NOT NULL,
      content_type text,
      content_id text,
      content bytes NOT NULL,
      PRIMARY KEY (body_id, place))`),

    // The key has the order in which messages with a tag are listed. It contains the whole row,
    // which is removed with its message.
    keyedTable(`email_tags (
      tenant_id text NOT NULL,
      name text NOT NULL,
      value text NOT NULL,
      created_at integer NOT NULL,
      email_id text NOT NULL,
      PRIMARY KEY (tenant_id, name, value, created_at, email_id))`),
    tune("email_tags", "growing"),

    // Lists of recipients and of files, in JSON. Claims don't read the files' contents. All null
    // for most messages.
    column("bodies", "shown text"),
    column("bodies", "attachments text"),
    column("bodies", "scheduled_at integer"),

    column("queue", "scheduled_at integer"),
    index("queue_by_schedule", "queue (scheduled_at) WHERE scheduled_at IS NOT NULL"),

    // Last, since nothing else can use the log from here to the end of the transaction.
    column("emails", "tags text"),
    column("emails", "scheduled_at integer"),
    // Null if lower-case ASCII letters are enough to make two spellings of the recipient the same.
    column("emails", "recipient_folded text"),
    index(
      "emails_by_recipient",
      "emails (tenant_id, COALESCE(recipient_folded, lower(recipient_email)), created_at, id)"
    ),
    index(
      "emails_by_template",
      "emails (tenant_id, template_id, created_at, id) WHERE template_id IS NOT NULL"
    )
  ]),

  // The recipient's display name; null if there is none, and for messages accepted before.
  step(7, "recipient_names", ({ column }) => [column("emails", "recipient_name text")]),

  // The name in EHLO for a tenant's own SMTP server; null if the tenant chose none, and for
  // servers saved before.
  step(8, "ehlo_names", ({ column }) => [column("smtp_configs", "ehlo_name text")]),

  // When suppressing stopped because too many recipients were refused in one wording, and
  // which suppressions each wording has caused.
  step(9, "suppression_incidents", ({ column, index, keyedTable }) => [
    keyedTable(`suppression_incidents (
      id text PRIMARY KEY NOT NULL,
      route text NOT NULL,
      tenant_id text,
      wording text NOT NULL,
      since integer NOT NULL,
      engaged_at integer NOT NULL,
      ends_at integer NOT NULL,
      suppressed integer NOT NULL,
      undone integer NOT NULL,
      undone_at integer)`),
    index("suppression_incidents_by_end", "suppression_incidents (ends_at)"),

    // The route and the wording of the response; null for suppressions by callers and reports.
    column("suppressions", "cause text"),
    index("suppressions_by_cause", "suppressions (cause, added_at) WHERE cause IS NOT NULL")
  ]),

  // Which routes back off, for whom and why, to explain why messages wait. Few rows, found by
  // reading all.
  step(10, "back_offs", ({ table }) => [
    // Empty instead of null, since these are the key: for every tenant, for every domain.
    table(`back_offs (
      route text NOT NULL,
      tenant_id text NOT NULL,
      sender_domain text NOT NULL,
      cause text NOT NULL,
      stage text NOT NULL,
      smtp_response text,
      error_message text NOT NULL,
      since integer NOT NULL,
      until integer NOT NULL,
      PRIMARY KEY (route, tenant_id, sender_domain))`)
  ]),

  // Why a message isn't delivered, by a code of a closed set, and how many of the failed
  // messages were cancelled. Earlier messages have no code: their events have it as their
  // verdict. Those cancelled before stay counted as failed.
  step(11, "failure_codes", ({ column }) => [
    column("emails", "failure_code text"),
    column("email_counts", "cancelled integer NOT NULL DEFAULT 0")
  ]),

  // When a tenant was removed. Its row stays until everything of it is gone.
  step(12, "removed_tenants", ({ column }) => [column("tenants", "removed_at integer")]),

  // Where reports on messages come from, those that can't be recorded yet or at all, and the
  // ids that providers give to messages.
  step(13, "feedback", ({ column, index, table }) => [
    // Without a tenant: of the relay that all tenants share. The path's secret is stored as a digest;
    // the credential that calls are checked with is sealed. The last three columns say when it last
    // called, and when and why a call was last refused.
    table(`feedback_sources (
      id text PRIMARY KEY NOT NULL,
      tenant_id text,
      provider text NOT NULL,
      secret_digest text NOT NULL UNIQUE,
      credential text,
      created_at integer NOT NULL,
      called_at integer,
      refused_at integer,
      refused_reason text)`),
    index("feedback_sources_by_time", "feedback_sources (tenant_id, created_at, id)"),

    // Reports that came too early wait here until `due_at`, and those whose message isn't found stay
    // for a while. The tenant is null if only the message would tell it. `email_id` is the message
    // that a report waits for. `identity` is a digest: what is the same is stored once.
    // `source_name` isn't `source`, since columns of that name are octets.
    table(`feedback_reports (
      id text PRIMARY KEY NOT NULL,
      tenant_id text,
      source_name text NOT NULL,
      reason text NOT NULL,
      report text NOT NULL,
      email_id text,
      identity text UNIQUE,
      attempts integer NOT NULL,
      due_at integer,
      created_at integer NOT NULL)`),
    index("feedback_reports_by_due", "feedback_reports (due_at, id) WHERE due_at IS NOT NULL"),
    index("feedback_reports_by_email", "feedback_reports (email_id) WHERE email_id IS NOT NULL"),
    index("feedback_reports_by_source", "feedback_reports (tenant_id, source_name, created_at)"),
    index("feedback_reports_by_tenant", "feedback_reports (tenant_id, id)"),

    // The id that the next hop gave a message, where its reports name no other.
    column("emails", "provider_message_id text"),
    index(
      "emails_by_provider_id",
      "emails (provider_message_id) WHERE provider_message_id IS NOT NULL"
    )
  ]),

  // Whether `bounce.<domain>` of a sending domain is an alias of the return path host, and
  // since when a check has found that it isn't.
  step(14, "return_paths", ({ column }) => [
    column("domains", "return_path_verified integer NOT NULL DEFAULT 0"),
    column("domains", "return_path_failing_since integer")
  ])
]
