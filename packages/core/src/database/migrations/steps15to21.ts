import { step, type Step, type Writer } from "./Step.js"
import { day, hour, statuses } from "./steps2to5.js"

const suppressionsKey = "tenant_id, folded, topic"

/**
 * SQLite can't change a table's key: the rows move to a new table, in the order of their old key,
 * which is that of the new one.
 */
const rebuildSuppressions = ({
  index,
  keyedTable,
  names,
  tables
}: Writer): ReadonlyArray<string> => {
  const moved = names.index("suppressions_without_topics")
  const columns = "tenant_id, folded, email_address, reason, added_at, cause"
  return [
    `ALTER TABLE ${tables.suppressions} RENAME TO ${moved}`,
    keyedTable(`suppressions (
      tenant_id text NOT NULL,
      folded text NOT NULL,
      email_address text NOT NULL,
      reason text NOT NULL,
      added_at integer NOT NULL,
      cause text,
      topic text NOT NULL DEFAULT '',
      PRIMARY KEY (${suppressionsKey}))`),
    `INSERT INTO ${tables.suppressions} (${columns}) SELECT ${columns} FROM ${moved} ORDER BY tenant_id, folded`,
    // Its indexes go with it, so that their names are free.
    `DROP TABLE ${moved}`,
    index("suppressions_by_time", "suppressions (tenant_id, added_at, folded)"),
    index("suppressions_by_cause", "suppressions (cause, added_at) WHERE cause IS NOT NULL")
  ]
}

const alterSuppressions = ({ column, names, tables }: Writer): ReadonlyArray<string> => [
  column("suppressions", "topic text NOT NULL DEFAULT ''"),
  `ALTER TABLE ${tables.suppressions} DROP CONSTRAINT ${names.index("suppressions_pkey")}, ADD PRIMARY KEY (${suppressionsKey})`
]

const recipient = "COALESCE(recipient_folded, lower(recipient_email))"

/** The limits of this step: other limits come with their own step. Milliseconds. */
const limits = [
  20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 1_800_000, 7_200_000,
  43_200_000
]
const ranges = [...limits.map((limit) => `handover_${String(limit)}`), "handover_more"]
const isWithin = (range: number): string =>
  [
    range === 0 ? [] : `took > ${String(limits[range - 1])}`,
    range === limits.length ? [] : `took <= ${String(limits[range])}`
  ]
    .flat()
    .join(" AND ")

export const steps15to21: ReadonlyArray<Step> = [
  // The kinds of a tenant's mail that recipients can unsubscribe from by themselves, and
  // suppressions of one of them.
  step(15, "topics", (writer) => [
    // First: claims lock the log and then look for suppressions. In another order, a claim and a
    // long change of the key would wait for each other.
    writer.column("emails", "topic text"),

    // Translations are JSON.
    writer.keyedTable(`topics (
      tenant_id text NOT NULL,
      id text NOT NULL,
      name text NOT NULL,
      description text,
      translations text NOT NULL,
      created_at integer NOT NULL,
      PRIMARY KEY (tenant_id, id))`),

    // An empty topic is the whole address: a part of a key can't be null.
    (writer.dialect.name === "sqlite" ? rebuildSuppressions : alterSuppressions)(writer),
    writer.index(
      "suppressions_by_topic",
      "suppressions (tenant_id, topic, added_at, folded) WHERE topic <> ''"
    )
  ]),

  // What is tracked of a tenant's mail unless a send says otherwise, and what is tracked of
  // each send.
  step(16, "tracking", ({ column }) =>
    (["tenants", "bodies"] as const).flatMap((table) => [
      column(table, "track_opens integer NOT NULL DEFAULT 0"),
      column(table, "track_clicks integer NOT NULL DEFAULT 0")
    ])
  ),

  // Whether `track.<domain>` of a sending domain is an alias of the tracking host, and since
  // when a check has found that it isn't.
  step(17, "tracking_hosts", ({ column }) => [
    column("domains", "tracking_verified integer NOT NULL DEFAULT 0"),
    column("domains", "tracking_failing_since integer")
  ]),

  // What became of mail by tenant, sending domain and hour; tenants whose sending is paused;
  // and the events for the operator.
  step(18, "reputation", ({ column, index, keyedTable, tune, uniqueIndex }) => [
    keyedTable(`reputation_hours (
      tenant_id text NOT NULL,
      domain text NOT NULL,
      starts_at integer NOT NULL,
      sent integer NOT NULL,
      bounced integer NOT NULL,
      complained integer NOT NULL,
      PRIMARY KEY (tenant_id, domain, starts_at))`),
    // None of the counters is in an index, so that counting rewrites none.
    index("reputation_hours_by_start", "reputation_hours (starts_at)"),
    tune("reputation_hours", "counters"),

    keyedTable(`operator_events (
      id text PRIMARY KEY NOT NULL,
      type text NOT NULL,
      tenant_id text NOT NULL,
      once_key text,
      data text NOT NULL,
      created_at integer NOT NULL)`),
    uniqueIndex("operator_events_by_key", "operator_events (once_key)"),

    column("tenants", "paused_at integer"),
    column("tenants", "paused_reason text"),
    column("tenants", "paused_note text"),
    column("tenants", "resumed_at integer"),
    index("tenants_paused", "tenants (id) WHERE paused_at IS NOT NULL")
  ]),

  // Sessions of people in browsers, and the tokens that sign them in once. Without a key, they
  // are the operator's.
  step(19, "sessions", ({ index, keyedTable }) => [
    keyedTable(`sessions (
      hash text PRIMARY KEY NOT NULL,
      kind text NOT NULL,
      key_id text,
      tenant_id text,
      created_at integer NOT NULL,
      expires_at integer NOT NULL)`),
    index("sessions_by_key", "sessions (key_id, created_at) WHERE key_id IS NOT NULL"),
    index("sessions_by_tenant", "sessions (tenant_id) WHERE tenant_id IS NOT NULL"),
    index("sessions_by_end", "sessions (expires_at)")
  ]),

  // Indexes to search the log for the domains of recipients, in the order of lists, and for
  // the beginnings of subjects, which are few or not searched by.
  step(20, "search", ({ dialect, index }) => {
    const domain =
      dialect.name === "sqlite"
        ? `substr(${recipient}, instr(${recipient}, '@') + 1)`
        : `split_part(${recipient}, '@', 2)`
    return [
      index("emails_by_recipient_domain", `emails (tenant_id, ${domain}, created_at, id)`),
      index("emails_by_subject", "emails (tenant_id, lower(substr(subject, 1, 48)))")
    ]
  }),

  // What people did with each message, as bits: 1 opened, 2 clicked, 4 unsubscribed; counted
  // from here on. And how many messages took how long from acceptance to handover, also of
  // those in the log.
  step(21, "engagement", ({ column, index, tables }) => {
    const zeros = statuses.map(() => "0").join(", ")
    const added = ranges.map((range) => `${range} = excluded.${range}`).join(", ")
    const insert = (select: string) =>
      `INSERT INTO ${tables.email_counts} (tenant_id, period, starts_at, ${[...statuses, ...ranges].join(", ")}) ${select}
    ON CONFLICT (tenant_id, period, starts_at) DO UPDATE SET ${added}`
    return [
      column("emails", "engagement integer NOT NULL DEFAULT 0"),
      index("emails_engaged", "emails (tenant_id, created_at, engagement) WHERE engagement > 0"),
      index(
        "queue_by_tenant_schedule",
        "queue (tenant_id, scheduled_at) WHERE scheduled_at IS NOT NULL"
      ),
      ["opened", "clicked", "unsubscribed", ...ranges].map((name) =>
        column("email_counts", `${name} integer NOT NULL DEFAULT 0`)
      ),
      insert(`SELECT tenant_id, 'hour', ${hour}, ${zeros},
      ${ranges.map((_, range) => `COUNT(*) FILTER (WHERE ${isWithin(range)})`).join(", ")}
    FROM (SELECT tenant_id, created_at, sent_at - CASE WHEN scheduled_at > created_at THEN scheduled_at ELSE created_at END AS took
      FROM ${tables.emails} WHERE sent_at IS NOT NULL) AS handed WHERE true GROUP BY tenant_id, ${hour}`),
      insert(`SELECT tenant_id, 'day', ${day}, ${zeros}, ${ranges.map((range) => `SUM(${range})`).join(", ")}
    FROM ${tables.email_counts} WHERE period = 'hour' GROUP BY tenant_id, ${day}`)
    ]
  })
]
