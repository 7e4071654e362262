/** For how long things are kept after they were made, in milliseconds; less than a day counts as a day, null keeps them for ever. */
export interface RetentionPolicy {
  /** What mails said: their html, text and headers. */
  readonly bodies: number | null
  /** The log: one row for each message, and its place in the analytics. */
  readonly log: number | null
  /** What happened to each message. */
  readonly events: number | null
  /** What webhook endpoints answered. */
  readonly deliveries: number | null
}

const day = 24 * 60 * 60 * 1000

/** Bodies 30 days, the log 365, events 90, what webhook endpoints answered 30. */
export const defaultRetentionPolicy: RetentionPolicy = { bodies: 30 * day, log: 365 * day, events: 90 * day, deliveries: 30 * day }
