import type { StoredServer } from "../../delivery/message/OwnServer.js"

/** A stored SMTP server of a tenant. Times are epoch milliseconds. */
export interface SmtpConfigRecord extends StoredServer {
  readonly from_name: string | null
  readonly created_at: number
  readonly updated_at: number
}
