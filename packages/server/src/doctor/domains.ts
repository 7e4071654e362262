import {
  type Database,
  domainQueries,
  isReady,
  parseMailbox,
  smtpConfigQueries,
  splitAddress,
  stored,
  type StorageError,
  type Tenant
} from "@telemark/core"
import { Effect } from "effect"
import type { Settings } from "../settings/Settings.js"
import { fail, type Finding, ok, warn } from "./Finding.js"

const readsAtOnce = 4

const domainWords = (count: number): string =>
  count === 1 ? "1 domain" : `${String(count)} domains`

/** What a tenant has set up, and whether it works. */
interface Owned {
  readonly tenant: string
  readonly isReady: boolean
}

const tenantsOf = (owned: ReadonlyArray<Owned>): ReadonlyArray<string> => [
  ...new Set(owned.filter(({ isReady }) => !isReady).map(({ tenant }) => tenant))
]

export const judgeDomains = (domains: ReadonlyArray<Owned>): ReadonlyArray<Finding> => {
  const total = domains.length
  const ready = domains.filter(({ isReady }) => isReady).length
  if (total === 0) return []
  return [
    ready === total
      ? ok("domains", `${domainWords(total)}, ready to send.`)
      : warn(
          "domains",
          `Of ${domainWords(total)} ${String(total - ready)} ${total - ready === 1 ? "isn't" : "aren't"} ready to send.`,
          {
            tenants: tenantsOf(domains),
            command:
              "`telemark domains list` names them, `telemark domains verify` says what is missing."
          }
        )
  ]
}

export const judgeOwnServers = (servers: ReadonlyArray<Owned>): ReadonlyArray<Finding> => {
  const total = servers.length
  const verified = servers.filter(({ isReady }) => isReady).length
  if (total === 0) return []
  const count =
    total === 1 ? "1 SMTP server of a tenant" : `${String(total)} SMTP servers of tenants`
  return [
    verified === total
      ? ok("servers", `${count}, which accepted the login when last used.`)
      : warn(
          "servers",
          `Of ${count} ${String(total - verified)} refused the login when last used, so mail waits. The tenant can test the server or save it again.`,
          { tenants: tenantsOf(servers) }
        )
  ]
}

const checkSigningDomain = (domain: string): Effect.Effect<Finding, StorageError, Database> =>
  Effect.gen(function* () {
    const owned = yield* stored((yield* domainQueries).findOwned(domain))
    return owned?.dkim_verified === true
      ? ok(
          "signing",
          `TELEMARK_SIGNING_DOMAIN is verified: ${domain} signs mail that no other domain signs.`
        )
      : fail(
          "signing",
          `No tenant here has verified ${domain}, which TELEMARK_SIGNING_DOMAIN names, so it signs nothing. ` +
            "Add it, publish its records and verify it.",
          { command: "`telemark domains add` adds it." }
        )
  })

/** Whether mail from TELEMARK_FROM is signed by its domain. No finding if mail is captured. */
const checkSender = ({
  from,
  signingDomain,
  transport
}: Settings): Effect.Effect<ReadonlyArray<Finding>, StorageError, Database> =>
  Effect.gen(function* () {
    const domain = splitAddress(parseMailbox(from ?? "")?.address ?? "")?.domain
    if (domain === undefined || transport._tag === "Capture") return []
    const owned = yield* stored((yield* domainQueries).findOwned(domain))
    if (owned?.dkim_verified === true)
      return [
        ok("sender", `${domain}, the domain of TELEMARK_FROM, is verified, and its mail is signed.`)
      ]
    const effect =
      signingDomain === undefined
        ? "its mail is sent unsigned"
        : "its mail isn't signed by its own domain"
    return [
      warn(
        "sender",
        `No tenant here has verified ${domain}, the domain of TELEMARK_FROM, so ${effect}. ` +
          "Add it, publish its records and verify it.",
        { command: `\`telemark domains add ${domain}\` adds it.` }
      )
    ]
  })

export const checkDomains = (
  settings: Settings,
  tenants: ReadonlyArray<Tenant>
): Effect.Effect<ReadonlyArray<Finding>, StorageError, Database> =>
  Effect.gen(function* () {
    const domainsOf = yield* domainQueries
    const servers = yield* smtpConfigQueries
    const ofTenants = yield* Effect.forEach(
      tenants,
      ({ id, name: tenant }) =>
        Effect.gen(function* () {
          const domains = yield* stored(domainsOf.list(id))
          const server = yield* stored(servers.find(id))
          return {
            domains: domains.map((domain) => ({ tenant, isReady: isReady(domain) })),
            servers: server === undefined ? [] : [{ tenant, isReady: server.verified }]
          }
        }),
      { concurrency: readsAtOnce }
    )
    return [
      ...judgeDomains(ofTenants.flatMap(({ domains }) => domains)),
      ...judgeOwnServers(ofTenants.flatMap(({ servers }) => servers)),
      ...(settings.signingDomain === undefined
        ? []
        : [yield* checkSigningDomain(settings.signingDomain)]),
      ...(yield* checkSender(settings))
    ]
  })
