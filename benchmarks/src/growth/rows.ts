import type { DatabaseName } from "../databases.js"

/** A log to be made: that many rows, evenly over the time before `end`. */
export interface Log {
  readonly rows: number
  /** In epoch milliseconds. */
  readonly end: number
}

const day = 24 * 60 * 60 * 1000
const days = 90
/** As retention leaves it by default. */
const bodyDays = 30

/** Each with its share of the log in percent; the first is the one that is measured. */
export const tenants = [60, 20, 10, 6, 4].map((percent, index) => ({
  id: `tn_${String(index).padStart(32, "0")}`,
  percent
}))

const hex: Readonly<Record<DatabaseName, (value: string, digits: number) => string>> = {
  sqlite: (value, digits) => `printf('%0${digits}x', ${value})`,
  postgres: (value, digits) => `lpad(to_hex(${value}), ${digits}, '0')`
}

const month: Readonly<Record<DatabaseName, string>> = {
  sqlite: "strftime('%Y-%m', created_at / 1000, 'unixepoch')",
  postgres: "to_char(to_timestamp(created_at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM')"
}

const series: Readonly<Record<DatabaseName, (from: number, to: number) => string>> = {
  sqlite: (from, to) => `SELECT ${from} UNION ALL SELECT i + 1 FROM series WHERE i < ${to}`,
  postgres: (from, to) => `SELECT generate_series(${from}::bigint, ${to}::bigint)`
}

/**
 * Looks random, and is the same each time: an integer from 0 to below `below`, made of the row's
 * number.
 */
const scatter = (factor: number, prime: number, below: number): string =>
  `(((i * ${factor}) % ${prime}) % ${below})`

const tenantOf = (): string => {
  let upTo = 0
  const cases = tenants.map(({ id, percent }) => `WHEN share < ${(upTo += percent)} THEN '${id}'`)
  return `CASE ${cases.join(" ")} END`
}

/**
 * Of a thousand: 956 sent, 25 bounced, 15 delivered, 3 failed, 1 complained; of the last day's half
 * still wait.
 */
const statusOf = ({ rows }: Log): string =>
  `CASE WHEN i > ${rows - Math.ceil(rows / days)} AND lot % 2 = 0 THEN 'deferred' WHEN lot < 25 THEN 'bounced' ` +
  "WHEN lot < 40 THEN 'delivered' WHEN lot < 43 THEN 'failed' WHEN lot < 44 THEN 'complained' ELSE 'sent' END"

/** What is common to a message's rows, as `given`: ids ascend with the time, as UUIDv7s do. */
const given = (name: DatabaseName, log: Log, from: number, to: number): string => {
  const step = Math.floor((days * day) / log.rows)
  const digits = hex[name]
  const uuid = [
    digits("at", 12),
    "'7'",
    digits("(i * 40503) % 4096", 3),
    "'8'",
    digits("(i * 30011) % 4096", 3),
    digits("(i * 2654435761) % 281474976710656", 12)
  ].join(" || ")
  return `WITH RECURSIVE series (i) AS (${series[name](from, to)}),
    drawn AS (SELECT i, ${log.end - days * day} + (i - 1) * ${step} + (i * 7919) % ${step} AS at,
      ${scatter(48_271, 65_537, 100)} AS share, ${scatter(69_621, 131_071, 1000)} AS lot FROM series),
    given AS MATERIALIZED (SELECT i, at, ${uuid} AS uuid, ${tenantOf()} AS tenant_id, ${statusOf(log)} AS status,
      'buyer-' || (i % 200003) || '@example.com' AS recipient FROM drawn)`
}

const emails = `INSERT INTO emails (id, tenant_id, body_id, recipient_email, sender_email, sender_name, template_id, subject, metadata,
    status, attempts, smtp_provider, smtp_response, error_message, next_attempt_at,
    sent_at, delivered_at, bounced_at, complained_at, failed_at, created_at, updated_at)
  SELECT 'em_' || uuid, tenant_id, 'body_' || uuid, recipient, 'shop@example.com', 'Shop', NULL, 'Your order ' || i,
    CASE WHEN i % 2 = 0 THEN '{"order_id":"' || i || '"}' END,
    status, 1, 'smtp.example.com',
    CASE WHEN status = 'bounced' THEN '550 5.1.1 <' || recipient || '>: Recipient address rejected: User unknown'
      WHEN status = 'deferred' THEN '451 4.7.1 Greylisted, come back later'
      WHEN status <> 'failed' THEN '250 2.0.0 Ok: queued as 4XkZ' || i END,
    CASE WHEN status = 'bounced' THEN 'The address does not exist.' WHEN status = 'deferred' THEN 'The mail server refused the message for now.'
      WHEN status = 'failed' THEN 'The mail server could not be reached for a day.' END,
    CASE WHEN status = 'deferred' THEN at + ${2 * day} END,
    CASE WHEN status IN ('sent', 'delivered', 'complained') THEN at + 400 END,
    CASE WHEN status IN ('delivered', 'complained') THEN at + 2400 END,
    CASE WHEN status = 'bounced' THEN at + 400 END,
    CASE WHEN status = 'complained' THEN at + 86400 END,
    CASE WHEN status = 'failed' THEN at + 400 END,
    at, at + 400
  FROM given`

const events = `INSERT INTO events (id, tenant_id, email_id, type, data, created_at)
  SELECT 'evt_' || uuid, tenant_id, 'em_' || uuid, 'email.' || status, '{"attempts":1,"smtp_provider":"smtp.example.com"}', at + 400 FROM given`

const bodies = (
  from: number
): string => `INSERT INTO bodies (id, tenant_id, html, text, headers, created_at)
  SELECT 'body_' || uuid, tenant_id, '<h1>Order ' || i || '</h1>' || '${"<p>Thank you for your order. ".repeat(8)}', NULL, '[]', at
  FROM given WHERE at >= ${from}`

const queue = `INSERT INTO queue (id, tenant_id, due_at) SELECT 'em_' || uuid, tenant_id, at + ${2 * day} FROM given WHERE status = 'deferred'`

const suppressions = `INSERT INTO suppressions (tenant_id, folded, email_address, reason, added_at)
  SELECT tenant_id, recipient, recipient, 'bounce', at + 400 FROM given WHERE status = 'bounced' ON CONFLICT DO NOTHING`

/**
 * The statements that write rows `from` to `to` of a log: each message with its event, every second
 * one with metadata, bounced ones with a suppression, waiting ones with a queue row that isn't due
 * yet, and those of the last 30 days with a body. Bodies are small, so that a disk can hold them:
 * it is their number that counts.
 */
export const fillStatements = (
  name: DatabaseName,
  log: Log,
  from: number,
  to: number
): ReadonlyArray<string> =>
  [emails, events, bodies(log.end - bodyDays * day), queue, suppressions].map(
    (insert) => `${given(name, log, from, to)}\n${insert}`
  )

/** The statement that writes what the log has used of each month. */
export const usageStatement = (name: DatabaseName): string =>
  `INSERT INTO usage (tenant_id, month, sent) SELECT tenant_id, ${month[name]}, COUNT(*) FROM emails GROUP BY 1, 2`
