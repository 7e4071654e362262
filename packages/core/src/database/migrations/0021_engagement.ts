import type { Migration } from "./Migration.js"

/** The limits of this step: other limits come with their own step. Milliseconds. */
const limits = [
  20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 1_800_000, 7_200_000,
  43_200_000
]
const ranges = [...limits.map((limit) => `handover_${String(limit)}`), "handover_more"]
const statuses = [
  "queued",
  "sending",
  "sent",
  "failed",
  "bounced",
  "complained",
  "delivered",
  "deferred"
]

const hour = "created_at / 3600000 * 3600000"
const day = "starts_at / 86400000 * 86400000"

const between = (from: number | undefined, to: number | undefined): string =>
  [
    from === undefined ? [] : [`took > ${String(from)}`],
    to === undefined ? [] : [`took <= ${String(to)}`]
  ]
    .flat()
    .join(" AND ")

/**
 * What people did with each message, as bits: 1 opened, 2 clicked, 4 unsubscribed; counted from
 * here on. And how many messages took how long from acceptance to handover, also of those in the
 * log.
 */
export const engagement: Migration = (dialect, { index, tables }) => {
  const { integer } = dialect.columnTypes
  const columns = (of: ReadonlyArray<string>, table: string) =>
    of.map((column) => `ALTER TABLE ${table} ADD COLUMN ${column} ${integer} NOT NULL DEFAULT 0`)
  const zeros = statuses.map(() => "0").join(", ")
  const added = ranges.map((range) => `${range} = excluded.${range}`).join(", ")
  const insert = (select: string) =>
    `INSERT INTO ${tables.email_counts} (tenant_id, period, starts_at, ${[...statuses, ...ranges].join(", ")}) ${select}
    ON CONFLICT (tenant_id, period, starts_at) DO UPDATE SET ${added}`
  return [
    ...columns(["engagement"], tables.emails),
    `CREATE INDEX ${index("emails_engaged")} ON ${tables.emails} (tenant_id, created_at, engagement) WHERE engagement > 0`,
    `CREATE INDEX ${index("queue_by_tenant_schedule")} ON ${tables.queue} (tenant_id, scheduled_at) WHERE scheduled_at IS NOT NULL`,
    ...columns(["opened", "clicked", "unsubscribed", ...ranges], tables.email_counts),
    insert(`SELECT tenant_id, 'hour', ${hour}, ${zeros},
      ${ranges.map((_, range) => `COUNT(*) FILTER (WHERE ${between(limits[range - 1], limits[range])})`).join(", ")}
    FROM (SELECT tenant_id, created_at, sent_at - CASE WHEN scheduled_at > created_at THEN scheduled_at ELSE created_at END AS took
      FROM ${tables.emails} WHERE sent_at IS NOT NULL) AS handed WHERE true GROUP BY tenant_id, ${hour}`),
    insert(`SELECT tenant_id, 'day', ${day}, ${zeros}, ${ranges.map((range) => `SUM(${range})`).join(", ")}
    FROM ${tables.email_counts} WHERE period = 'hour' GROUP BY tenant_id, ${day}`)
  ]
}
