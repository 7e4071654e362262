/** Every table of the migrations, including the one that records them. */
export const allTables = [
  "api_keys",
  "attachments",
  "back_offs",
  "bodies",
  "brands",
  "connection_limits",
  "dkim_keys",
  "domains",
  "email_counts",
  "email_search",
  "email_tags",
  "emails",
  "events",
  "feedback_calls",
  "feedback_reports",
  "feedback_sources",
  "idempotency",
  "inbox",
  "operator_events",
  "queue",
  "rate_limits",
  "removed_tenants",
  "reputation_hours",
  "search_queue",
  "sequences",
  "sessions",
  "smtp_configs",
  "subscription_queue",
  "subscriptions",
  "suppression_incidents",
  "suppressions",
  "telemark_migrations",
  "template_versions",
  "templates",
  "tenants",
  "topics",
  "usage",
  "webhook_attempts",
  "webhook_endpoints",
  "webhook_queue"
] as const

/** A table's name without schema and prefix. */
export type TableName = (typeof allTables)[number]

export type EachTable<A> = Readonly<Record<TableName, A>>

export const eachTable = <A>(make: (table: TableName) => A): EachTable<A> =>
  Object.fromEntries(allTables.map((table) => [table, make(table)])) as Record<TableName, A>
