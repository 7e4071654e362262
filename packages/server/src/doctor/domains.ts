import {
  domainQueries,
  isReady,
  parseMailbox,
  smtpConfigQueries,
  splitAddress,
  stored,
  type Tenant
} from "@telemark/core"
import { Effect } from "effect"
import { counted } from "../output.js"
import type { Settings } from "../settings/Settings.js"
import { type Finding, findingsOf } from "./Finding.js"

const onDomains = findingsOf("domains")
const onServers = findingsOf("servers")
const onSigning = findingsOf("signing")
const onSender = findingsOf("sender")

const readsAtOnce = 4

interface Owned {
  readonly tenant: string
  readonly isReady: boolean
}

/** What isn't ready, and whose it is. */
const notReady = (owned: ReadonlyArray<Owned>) => {
  const failing = owned.filter(({ isReady }) => !isReady)
  return { failing: failing.length, tenants: [...new Set(failing.map(({ tenant }) => tenant))] }
}

export const judgeDomains = (domains: ReadonlyArray<Owned>): ReadonlyArray<Finding> => {
  if (domains.length === 0) return []
  const { failing, tenants } = notReady(domains)
  const count = counted(domains.length, "domain")
  return [
    failing === 0
      ? onDomains.ok(`${count}, ready to send.`)
      : onDomains.warn(
          `Of ${count} ${String(failing)} ${failing === 1 ? "isn't" : "aren't"} ready to send.`,
          {
            tenants,
            command:
              "`telemark domains list` names them, `telemark domains verify` says what is missing."
          }
        )
  ]
}

export const judgeOwnServers = (servers: ReadonlyArray<Owned>): ReadonlyArray<Finding> => {
  if (servers.length === 0) return []
  const { failing, tenants } = notReady(servers)
  const count = counted(servers.length, "SMTP server of a tenant", "SMTP servers of tenants")
  return [
    failing === 0
      ? onServers.ok(`${count}, which accepted the login when last used.`)
      : onServers.warn(
          `Of ${count} ${String(failing)} refused the login when last used, so mail waits. The tenant can test the server or save it again.`,
          { tenants }
        )
  ]
}

const checkSigningDomain = (domain: string) =>
  Effect.gen(function* () {
    const owned = yield* stored((yield* domainQueries).findOwned(domain))
    return owned?.dkim_verified === true
      ? onSigning.ok(
          `TELEMARK_SIGNING_DOMAIN is verified: ${domain} signs mail that no other domain signs.`
        )
      : onSigning.fail(
          `No tenant here has verified ${domain}, which TELEMARK_SIGNING_DOMAIN names, so it signs nothing. ` +
            "Add it, publish its records and verify it.",
          { command: "`telemark domains add` adds it." }
        )
  })

/** No finding if mail is captured. */
const checkSender = ({ from, signingDomain, transport }: Settings) =>
  Effect.gen(function* () {
    const domain = splitAddress(parseMailbox(from ?? "")?.address ?? "")?.domain
    if (domain === undefined || transport._tag === "Capture") return []
    const owned = yield* stored((yield* domainQueries).findOwned(domain))
    if (owned?.dkim_verified === true)
      return [
        onSender.ok(`${domain}, the domain of TELEMARK_FROM, is verified, and its mail is signed.`)
      ]
    const effect =
      signingDomain === undefined
        ? "its mail is sent unsigned"
        : "its mail isn't signed by its own domain"
    return [
      onSender.warn(
        `No tenant here has verified ${domain}, the domain of TELEMARK_FROM, so ${effect}. ` +
          "Add it, publish its records and verify it.",
        { command: `\`telemark domains add ${domain}\` adds it.` }
      )
    ]
  })

export const checkDomains = (settings: Settings, tenants: ReadonlyArray<Tenant>) =>
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
