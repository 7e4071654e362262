import type { SmtpConnectionFailed } from "@telemark/contract"
import { Context, type Effect, type Redacted } from "effect"
import type { OutgoingMessage } from "../../delivery/message/Message.js"
import type { RelayEnvelope } from "../../delivery/message/Relay.js"
import type { DeliveryOutcome } from "../../delivery/settlement/DeliveryOutcome.js"

/** A tenant's own SMTP server with its login. */
export interface OwnServer {
  /** The id of its configuration: servers with the same id are identical. */
  readonly id: string
  readonly provider: string
  readonly host: string
  /** 465 means TLS from the first byte; other ports begin unencrypted. */
  readonly port: number
  readonly username: string
  readonly password: Redacted.Redacted
  readonly tls_required: boolean
  /**
   * The EHLO name; null: the operator's, else the machine's, else the domain of `from_email`, else
   * that of the connection's first sender.
   */
  readonly ehlo_name: string | null
  readonly from_email: string | null
}

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
