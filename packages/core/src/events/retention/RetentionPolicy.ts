/**
 * How long data is kept after its creation, in milliseconds; less than a day counts as a day, null
 * keeps it forever.
 */
export interface RetentionPolicy {
  /** The HTML, text and headers of mails. */
  readonly bodies: number | null
  /** The log, one row per message, which analytics count. */
  readonly log: number | null
  readonly events: number | null
  readonly deliveries: number | null
}

const day = 24 * 60 * 60 * 1000

/** Bodies 30 days, log 365, events 90, webhook attempts 30. */
export const defaultRetentionPolicy: RetentionPolicy = {
  bodies: 30 * day,
  log: 365 * day,
  events: 90 * day,
  deliveries: 30 * day
}
