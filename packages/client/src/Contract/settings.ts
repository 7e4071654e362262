/** A tenant's own SMTP server. */
export interface SaveSmtpConfig {
  /** `ses`, `sendgrid`, `mailgun`, `postmark`, `resend`, `brevo`, `gmail`; any other name is a server of one's own. */
  readonly provider: string
  /** A host name or an IP address. */
  readonly host: string
  readonly port: number
  readonly username: string
  /** No answer ever shows it. */
  readonly password: string
  /** Whether mail may only go over TLS to a server whose certificate names the host; true by default. */
  readonly tls_required?: boolean | undefined
  /** The name to give in EHLO: a domain name, or an address literal such as `[192.0.2.1]`. By default the service's own. */
  readonly ehlo_name?: string | undefined
  /** Who mail is from when a send names no sender. */
  readonly from_email?: string | undefined
  readonly from_name?: string | undefined
}

/** It works and is saved. */
export interface SavedSmtpConfig {
  readonly success: true
  readonly provider: string
}

/** A tenant's own SMTP server; what was not given is left out. */
export interface SmtpConfig {
  readonly provider: string
  readonly host: string
  readonly port: number
  readonly username: string
  readonly tls_required: boolean
  readonly ehlo_name?: string
  readonly from_email?: string
  readonly from_name?: string
  /** False from when the server refuses the login until it takes mail again or is verified. */
  readonly verified: boolean
  readonly created_at: string
  readonly updated_at: string
}

/** How the test of a tenant's own SMTP server went. */
export interface SmtpVerification {
  readonly success: boolean
  /** Why not. */
  readonly error?: string
}

/** Where the test of an SMTP server failed. */
export type SmtpTestStage = "dns" | "connect" | "greeting" | "tls" | "auth" | "timeout" | "protocol" | "policy"

/** An address that is to be mailed no more. */
export interface AddSuppression {
  readonly email_address: string
  /** Shown in lists and checks. */
  readonly reason?: string | undefined
}

/** It is suppressed from now on, or was before. */
export interface Suppressed {
  readonly status: "suppressed"
}

/** An address that is not mailed. */
export interface Suppression {
  readonly email_address: string
  readonly reason: string
  readonly added_at: string
}

/** Whether an address is mailed. */
export interface SuppressionCheck {
  readonly suppressed: boolean
  /** Empty if it isn't suppressed. */
  readonly reason: string
  /** RFC 3339; empty if it isn't suppressed. */
  readonly since: string
}

/** What an API key may do. */
export type Scope =
  | "email:send"
  | "email:read"
  | "template:read"
  | "template:manage"
  | "domain:read"
  | "domain:write"
  | "smtp:read"
  | "smtp:write"
  | "suppression:read"
  | "suppression:write"
  | "webhook:read"
  | "webhook:write"
  | "apikey:manage"

/** Which key to make. */
export interface CreateApiKey {
  /** 1 to 255 characters. */
  readonly name: string
  /** All must be held by the calling key; `email:send` and `email:read` by default, as far as it holds them. */
  readonly scopes?: ReadonlyArray<Scope> | undefined
  /** Sends a minute, 1 to 10000. */
  readonly rate_limit?: number | undefined
}

/** A new key. `key` is shown nowhere else. */
export interface CreatedApiKey {
  readonly id: string
  readonly key: string
  readonly prefix: string
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly rate_limit: number
  readonly warning: string
}

/** A key without what is secret about it. */
export interface ApiKey {
  readonly id: string
  readonly prefix: string
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly rate_limit: number
  readonly created_at: string
  readonly last_used_at: string | null
  readonly revoked_at: string | null
}
