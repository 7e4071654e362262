import { del, get, post } from "../Calls/index.js"
import type {
  AddSuppression, AnalyticsSummary, ApiKey, CreateApiKey, CreatedApiKey, Listed, Paged, PageRequest, Period, SavedSmtpConfig,
  SaveSmtpConfig, SmtpConfig, SmtpVerification, Success, Suppressed, Suppression, SuppressionCheck
} from "../Contract/index.js"
import type { Many, One, Promises, Runner, Style } from "./Style.js"

/** The SMTP server of the tenant's own, which its mail goes through while one is saved. */
export interface SmtpConfigApi<S extends Style = Promises> {
  /** Connects and logs in first, within 10 seconds: fails with `SmtpConnectionFailed`, and saves nothing, if that fails. */
  readonly save: (request: SaveSmtpConfig, options?: S["options"]) => One<S, SavedSmtpConfig>
  /** What is saved, without the password; fails with `NoSmtpConfig` if nothing is, as `verify` and `remove` do. */
  readonly get: (options?: S["options"]) => One<S, SmtpConfig>
  /** Connects and logs in again, and keeps what came of it as `verified`. Resolves where the server refuses, too: look at `success`. */
  readonly verify: (options?: S["options"]) => One<S, SmtpVerification>
  /** From then on the tenant's mail goes the way of the service itself. */
  readonly remove: (options?: S["options"]) => One<S, Success>
}

/** Addresses that must not be mailed: they bounced, complained, unsubscribed or were added here. */
export interface SuppressionsApi<S extends Style = Promises> {
  /** Has an address mailed no more; one that was suppressed before keeps its reason. */
  readonly add: (request: AddSuppression, options?: S["options"]) => One<S, Suppressed>
  /** One page of them, newest first. */
  readonly list: (request?: PageRequest, options?: S["options"]) => One<S, Paged<Suppression>>
  /** All of them, newest first. Pages are counted by rows: what is added or removed meanwhile may show twice, or not at all. */
  readonly all: (options?: S["options"]) => Many<S, Suppression>
  /** Whether an address is suppressed, why and since when. */
  readonly check: (address: string, options?: S["options"]) => One<S, SuppressionCheck>
  /** Has it mailed again; fails with `NotFound` if it isn't suppressed. */
  readonly remove: (address: string, options?: S["options"]) => One<S, Success>
}

/** Figures of what was sent. */
export interface AnalyticsApi<S extends Style = Promises> {
  /** What became of the messages of the last 24h, 7d, 30d (default) or 90d. */
  readonly summary: (period?: Period, options?: S["options"]) => One<S, AnalyticsSummary>
}

/** Keys for callers of the service. */
export interface ApiKeysApi<S extends Style = Promises> {
  /** Makes a key; it is shown in this answer and never again. Fails with `ScopeExceedsCaller` for scopes that the calling key lacks. */
  readonly create: (request: CreateApiKey, options?: S["options"]) => One<S, CreatedApiKey>
  /** All of them, without secrets. */
  readonly list: (options?: S["options"]) => One<S, Listed<ApiKey>>
  /** Revokes the key of that id or prefix, at once. */
  readonly revoke: (idOrPrefix: string, options?: S["options"]) => One<S, Success>
}

// Never repeated: each test of an SMTP server is a login there, which some count.
/** The tenant's SMTP server, carried out by that runner. */
export const makeSmtpConfig = <S extends Style>({ one }: Runner<S>): SmtpConfigApi<S> => ({
  save: (request, options) => one(post(["smtp-config"], { body: request, has: "success" }), options),
  get: (options) => one(get(["smtp-config"], { has: "provider" }), options),
  verify: (options) => one(post(["smtp-config", "verify"], { has: "success" }), options),
  remove: (options) => one(del(["smtp-config"], { has: "success" }), options)
})

/** Suppressions, carried out by that runner. */
export const makeSuppressions = <S extends Style>({ many, one }: Runner<S>): SuppressionsApi<S> => ({
  add: (request, options) => one(post(["suppressions"], { body: request, has: "status", repeat: "always" }), options),
  list: (request, options) => one(get(["suppressions"], { query: request, lists: "data" }), options),
  all: (options) => many((position) => get(["suppressions"], { query: position, lists: "data" }), options),
  check: (address, options) => one(get(["suppressions", "check", address], { has: "suppressed" }), options),
  remove: (address, options) => one(del(["suppressions", address], { has: "success" }), options)
})

/** Figures, carried out by that runner. */
export const makeAnalytics = <S extends Style>({ one }: Runner<S>): AnalyticsApi<S> => ({
  summary: (period, options) => one(get(["analytics", "summary"], { query: { period }, has: "total_sent" }), options)
})

/** API keys, carried out by that runner. */
export const makeApiKeys = <S extends Style>({ one }: Runner<S>): ApiKeysApi<S> => ({
  create: (request, options) => one(post(["api-keys"], { body: request, has: "key" }), options),
  list: (options) => one(get(["api-keys"], { lists: "data" }), options),
  revoke: (idOrPrefix, options) => one(del(["api-keys", idOrPrefix], { has: "success" }), options)
})
