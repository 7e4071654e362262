/** What the listener puts up with. Times are in milliseconds. */
export interface BounceLimits {
  readonly connections: number
  /**
   * Of one IPv4 address, or of one IPv6 network of 64 bits, which is what one machine may have. A
   * relay delivers all its bounces from one address.
   */
  readonly connectionsPerAddress: number
  readonly connectionsPerMinute: number
  /**
   * Until the client says something. RFC 5321 4.5.3.2.7 suggests 5 minutes, for servers with
   * connections to spare.
   */
  readonly idle: number
  /** For the whole of a message. */
  readonly message: number
  /** For the whole of a connection. */
  readonly session: number
  readonly messagesPerConnection: number
  /**
   * Commands without a message being accepted: fewer than this are needed for a message to 100
   * recipients, of which each costs one.
   */
  readonly commandsPerMessage: number
  /** Replies of 4xx and 5xx. */
  readonly errorsPerConnection: number
  /** In octets. A bounce may return the whole message, of which 15 MiB may be ours. */
  readonly messageSize: number
  /**
   * Share of the event loop that reading messages may take: 0.2 pauses four times as long as a
   * message took.
   */
  readonly shareOfTime: number
  /** For recording the reports of a message. */
  readonly record: number
}

/** The limits, unless tests choose others. */
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
  messageSize: 25 * 1_048_576,
  shareOfTime: 0.2,
  record: 30_000
}

/** RFC 5321 4.5.3.1.8 demands as many. */
export const maxRecipients = 100
