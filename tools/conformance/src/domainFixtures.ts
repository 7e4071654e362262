import type { DomainLook } from "@telemark/contract"
import {
  type DkimKeyRecord,
  type DomainKey,
  type DomainRecord,
  domainChanges,
  domainQueries,
  makeTakeDueDomains,
  type SmtpConfigRecord,
  makeSaveSmtpConfig
} from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import { noon } from "./fixtures.js"

export const keyOf = (domain: string, tenant_id = "tn_a"): DomainKey => ({ tenant_id, domain })

/** The current signing key. Storage doesn't open what is sealed. */
export const aKey = (selector: string, overrides: Partial<DkimKeyRecord> = {}): DkimKeyRecord => ({
  selector,
  algorithm: "rsa",
  public_key: "MIIB+/==",
  private_key: `sealed ${selector}`,
  state: "current",
  created_at: noon,
  ends_at: null,
  ...overrides
})

/** A domain of `tn_a`, added at noon and not yet verified. */
export const aDomain = (domain: string, overrides: Partial<DomainRecord> = {}): DomainRecord => ({
  tenant_id: "tn_a",
  domain,
  spf_verified: false,
  dkim_verified: false,
  dmarc_verified: false,
  return_path_verified: false,
  tracking_verified: false,
  spf_failing_since: null,
  dkim_failing_since: null,
  dmarc_failing_since: null,
  return_path_failing_since: null,
  tracking_failing_since: null,
  owned: false,
  verified_at: null,
  created_at: noon,
  next_check_at: noon,
  verification: null,
  keys: [aKey("tm1")],
  ...overrides
})

export const verified = {
  spf_verified: true,
  dkim_verified: true,
  owned: true,
  verified_at: noon
} as const

export const aVerification: DomainLook = {
  spf: {
    verified: true,
    status: "pass",
    host: "example.com",
    expected: "v=spf1 a mx ~all",
    found: 'v=spf1 a mx "quoted" ü\u0000 ~all',
    message: "It is there.",
    lookups: 2,
    suggestion: null
  },
  dkim: {
    verified: false,
    status: "missing",
    host: "tm1._domainkey.example.com",
    expected: "v=DKIM1; k=rsa; p=MIIB",
    found: null,
    message: "It is not there.",
    selector: "tm1",
    testing: false
  },
  dmarc: {
    verified: true,
    status: "ok",
    host: "_dmarc.example.com",
    expected: "v=DMARC1; p=none;",
    found: "v=DMARC1; p=reject",
    message: "It is there.",
    found_at: "example.com",
    policy: "reject",
    inherited: false
  },
  dkim_others: [],
  checked_at: "2026-06-15T12:00:00.000Z",
  warnings: ["Anybody may send: +all."]
}

/** How domains are stored, changed and found. */
export const storedDomains = Effect.gen(function* () {
  const { change, insert } = yield* domainChanges
  return {
    ...(yield* domainQueries),
    insert: (domain: Parameters<typeof insert>[0]) =>
      insert(domain).pipe(
        Effect.as("inserted"),
        Effect.catchTags({
          DomainExists: () => Effect.succeed("exists"),
          ValidationFailed: () => Effect.succeed("too_many")
        })
      ),
    change,
    takeDue: yield* makeTakeDueDomains
  }
})

/** Inserts a domain and asserts that it wasn't there. */
export const added = (...domain: Parameters<typeof aDomain>) =>
  Effect.gen(function* () {
    const record = aDomain(...domain)
    assert.equal(yield* Effect.flatMap(storedDomains, ({ insert }) => insert(record)), "inserted")
    return record
  })

export const oauth2: SmtpConfigRecord["oauth2"] = {
  grant_type: "refresh_token",
  token_url: "https://login.example.com/token",
  client_id: "client-1",
  scope: null
}

export const aConfig = (overrides: Partial<SmtpConfigRecord> = {}): SmtpConfigRecord => ({
  id: "smtp_1",
  tenant_id: "tn_a",
  provider: "ses",
  host: "smtp.example.com",
  port: 587,
  username: "ada",
  password: "sealed password",
  oauth2: null,
  tls_required: true,
  ehlo_name: "mail.example.com",
  from_email: "ada@example.com",
  from_name: "Zażółć 😀",
  verified: true,
  created_at: noon,
  updated_at: noon,
  ...overrides
})

export const saved = (overrides: Partial<SmtpConfigRecord> = {}) =>
  Effect.gen(function* () {
    const config = aConfig(overrides)
    yield* Effect.flatMap(makeSaveSmtpConfig, (save) => save(config))
    return config
  })
