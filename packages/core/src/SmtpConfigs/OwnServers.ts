import type { SmtpConnectionFailed } from "@telemark/contract"
import { Context, type Effect, type Redacted } from "effect"
import type { DeliveryOutcome, OutgoingMessage } from "../Delivery/index.js"

/** A tenant's own SMTP server with its login. */
export interface OwnServer {
  /** Of its configuration: two servers with the same id are the same in everything. */
  readonly id: string
  readonly provider: string
  readonly host: string
  /** 465 is TLS from the first byte on, anything else begins in clear. */
  readonly port: number
  readonly username: string
  readonly password: Redacted.Redacted
  readonly tls_required: boolean
  /** The name to give in EHLO; null: the operator's, else the machine's, else the domain of `from_email`, else that of the sender whose message opens a connection. */
  readonly ehlo_name: string | null
  readonly from_email: string | null
}

/**
 * Port: the tenants' own SMTP servers. Their hosts are named by tenants, so the network policy is kept at each
 * use. Each server has its own connections, which nobody else's mail takes.
 */
export class OwnServers extends Context.Tag("@telemark/core/OwnServers")<OwnServers, {
  /** Connects, sets up TLS and logs in, within 10 s; nothing is sent. */
  readonly test: (server: Omit<OwnServer, "id">) => Effect.Effect<void, SmtpConnectionFailed>
  /** As `Transport.handOver`: never fails, and interruptible until anything of the message is out. */
  readonly deliver: (server: OwnServer, message: OutgoingMessage) => Effect.Effect<DeliveryOutcome>
}>() {}
