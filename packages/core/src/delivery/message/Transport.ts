import type { SmtpConnectionFailed } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { DeliveryOutcome } from "./DeliveryOutcome.js"
import type { OutgoingMessage, OwnServer } from "./Message.js"

/**
 * Port: delivers one message to its next hop. It never fails: every result is an outcome. Callers
 * make it uninterruptible together with recording the outcome; it stays interruptible until it
 * sends part of the message (waiting, connecting), so that a worker can stop.
 */
export class Transport extends Context.Service<
  Transport,
  {
    readonly deliver: (message: OutgoingMessage) => Effect.Effect<DeliveryOutcome>
    /**
     * The same by callback, for messages that nothing signs; only for transports that are faster
     * so. Calls `done` once, perhaps before it returns. What it returns asks to end the message:
     * `done` gets undefined if nothing of it was sent, otherwise its outcome.
     */
    readonly begin?:
      | ((
          message: OutgoingMessage,
          done: (outcome: DeliveryOutcome | undefined) => void
        ) => () => void)
      | undefined
    /**
     * Whether mail of tenants with their own SMTP server also goes here, as when nothing may leave
     * the machine.
     */
    readonly deliversAll: boolean
    /** Whether mail is kept in the inbox instead of being sent; false by default. */
    readonly captures?: boolean | undefined
    /**
     * Maximum concurrent deliveries; undefined if unlimited. Further messages wait before `deliver`
     * is called.
     */
    readonly connections?: number | undefined
  }
>()("@telemark/core/Transport") {}

/** Addresses of a mail that is sent octet for octet, with domains as A-labels. */
export interface RelayEnvelope {
  readonly from: string
  readonly to: string
}

/**
 * Sends a mail octet for octet to its next hop. Never fails, and is interruptible until it sends
 * part of the mail.
 */
export type Relay = (envelope: RelayEnvelope, source: Uint8Array) => Effect.Effect<DeliveryOutcome>

/**
 * Port: tenants' own SMTP servers. Tenants choose the hosts, so the network policy is enforced at
 * each use. Each server has its own connections.
 */
export class OwnServers extends Context.Service<
  OwnServers,
  {
    /** Connects, sets up TLS and logs in, within 10 s; sends nothing. */
    readonly test: (server: Omit<OwnServer, "id">) => Effect.Effect<void, SmtpConnectionFailed>
    /**
     * As `Transport.deliver`: never fails, and is interruptible until it sends part of the message.
     */
    readonly deliver: (
      server: OwnServer,
      message: OutgoingMessage
    ) => Effect.Effect<DeliveryOutcome>
    /** The same for a mail that is sent octet for octet. */
    readonly relay: (
      server: OwnServer,
      envelope: RelayEnvelope,
      source: Uint8Array
    ) => Effect.Effect<DeliveryOutcome>
  }
>()("@telemark/core/OwnServers") {}
