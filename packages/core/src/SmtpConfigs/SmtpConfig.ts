import { Schema } from "effect"
import { Address, EhloName } from "../Addresses/index.js"
import { boundedText } from "../Validation/index.js"

/** It stands in the log, in answers and in header fields. */
const line = (most: number, least = 0) =>
  boundedText(most, least).pipe(Schema.filter((text) => (/\p{Cc}/u.test(text) ? "must not contain control characters" : undefined), { jsonSchema: {} }))

/** What a password may not hold: with SMTP's AUTH, NUL separates its parts. */
const Password = Schema.String.pipe(
  Schema.filter((password) => {
    if (password === "" || password.length > 1024) return "must be 1 to 1024 characters"
    return password.includes("\0") || !password.isWellFormed() ? "must not contain the NUL character or half of a surrogate pair" : undefined
  }, { jsonSchema: { minLength: 1, maxLength: 1024 } })
)

const Port = Schema.Int.pipe(Schema.between(1, 65_535, { message: () => "must be a port number from 1 to 65535" }))

/** The body of POST /smtp-config: a tenant's own SMTP server. */
export const SaveSmtpConfig = Schema.Struct({
  /** ses, sendgrid, mailgun, postmark, resend, brevo, gmail; any other name is a server of one's own. */
  provider: line(64, 1),
  /** A host name or an IP address. */
  host: line(255, 1),
  port: Port,
  username: line(320, 1),
  password: Password,
  /** Whether mail may only go over TLS to a server whose certificate names the host; true by default. */
  tls_required: Schema.optional(Schema.Boolean),
  /** The name to give in EHLO, instead of the one that the operator or the machine has. */
  ehlo_name: Schema.optional(EhloName),
  /** Who the tenant's mail is from when a send names no sender. */
  from_email: Schema.optional(Address),
  from_name: Schema.optional(line(255))
}).annotations({ identifier: "SaveSmtpConfig" })
export type SaveSmtpConfig = typeof SaveSmtpConfig.Type

/** What a tenant's SMTP server is, as it is kept. Times are epoch milliseconds. */
export interface SmtpConfigRecord {
  /** Another one with each save: `smtp_…`. */
  readonly id: string
  readonly tenant_id: string
  readonly provider: string
  /** Lower case, a name as A-labels. */
  readonly host: string
  readonly port: number
  readonly username: string
  /** Sealed. */
  readonly password: string
  readonly tls_required: boolean
  /** As `toEhloName` has it. */
  readonly ehlo_name: string | null
  readonly from_email: string | null
  readonly from_name: string | null
  /** False from when the server refuses the login until it takes mail again or is verified. */
  readonly verified: boolean
  readonly created_at: number
  readonly updated_at: number
}

/** What GET /smtp-config answers; what was not given is left out. */
export interface SmtpConfig {
  readonly provider: string
  readonly host: string
  readonly port: number
  readonly username: string
  readonly tls_required: boolean
  readonly ehlo_name?: string
  readonly from_email?: string
  readonly from_name?: string
  readonly verified: boolean
  readonly created_at: string
  readonly updated_at: string
}

/** What POST /smtp-config/verify answers. */
export interface SmtpVerification {
  readonly success: boolean
  /** Why not, in one of a few fixed sentences. */
  readonly error?: string
}
