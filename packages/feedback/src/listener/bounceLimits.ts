import type { ServerLimits } from "@telemark/smtp"

export interface BounceLimits extends ServerLimits {
  /** Of the event loop, for reading messages: 0.2 pauses four times as long as a message took. */
  readonly shareOfTime: number
  readonly record: number
}

/** What the listener puts up with, unless tests choose others. */
export const bounceLimits: BounceLimits = {
  connections: 100,
  connectionsPerAddress: 20,
  connectionsPerMinute: 300,
  idle: 60_000,
  message: 300_000,
  session: 600_000,
  messagesPerConnection: 100,
  commandsPerMessage: 200,
  errorsPerConnection: 20,
  // A bounce may return the whole message, of which 15 MiB may be ours.
  messageSize: 25 * 1_048_576,
  shareOfTime: 0.2,
  record: 30_000
}

/** RFC 5321 4.5.3.1.8 demands as many. */
export const maxRecipients = 100
