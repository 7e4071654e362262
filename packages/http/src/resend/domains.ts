import {
  type DnsRecord,
  type Domain,
  type DomainSummary,
  NotFound,
  type OperationError
} from "@telemark/contract"
import { Effect } from "effect"
import { type Call, type Carried, type Carrying, needsObject, type Names } from "./Call.js"
import { uuidOfName } from "./ids.js"
import { pageFrom, pageOf } from "./lists.js"

export const domainNames: Names = { domain: "name" }

const idOf = ({ caller }: Call, domain: string): string =>
  uuidOfName(caller.tenant.id, "domain", domain)

/** Of ours: by name, which is also taken as an id. */
const nameOf = (call: Call, { domains }: Carrying): Effect.Effect<string, OperationError> =>
  Effect.flatMap(domains.list(call.caller), ({ domains: all }) => {
    const given = call.id.toLowerCase()
    const found = all.find(({ domain }) => domain === given || idOf(call, domain) === given)
    return found === undefined ? Effect.fail(new NotFound()) : Effect.succeed(found.domain)
  })

type Verified = Pick<
  DomainSummary,
  "dkim_verified" | "dmarc_verified" | "return_path_verified" | "spf_verified" | "tracking_verified"
>

const kindOf = (
  { host, type, value }: DnsRecord,
  domain: DomainSummary
): readonly [record: string, isVerified: boolean] => {
  if (type === "CNAME")
    return host.startsWith("track.")
      ? ["Tracking", domain.tracking_verified === true]
      : ["SPF", domain.return_path_verified === true]
  if (host.includes("._domainkey.")) return ["DKIM", domain.dkim_verified]
  return value.startsWith("v=spf1")
    ? ["SPF", domain.spf_verified]
    : ["DMARC", domain.dmarc_verified]
}

const recordOf = (record: DnsRecord, domain: DomainSummary, unverified: string): object => {
  const [kind, isVerified] = kindOf(record, domain)
  return {
    record: kind,
    name: record.host,
    type: record.type,
    ttl: "Auto",
    status: isVerified ? "verified" : unverified,
    value: record.value
  }
}

const isReady = ({ dkim_verified, spf_verified }: Verified): boolean =>
  dkim_verified && spf_verified

const summaryOf = (call: Call, domain: DomainSummary, status: string) => ({
  id: idOf(call, domain.domain),
  name: domain.domain,
  status,
  created_at: domain.created_at,
  region: null,
  capabilities: { sending: "enabled", receiving: "disabled" }
})

/** Lists don't tell whether a domain was looked at yet. */
const listedStatus = (domain: DomainSummary): string => (isReady(domain) ? "verified" : "pending")

const viewOf = (call: Call, domain: Domain) => {
  const unverified = domain.verification === null ? "not_started" : "pending"
  return {
    object: "domain",
    ...summaryOf(call, domain, domain.ready_to_send ? "verified" : unverified),
    records: domain.dns_records.map((record) => recordOf(record, domain, unverified))
  }
}

const look = (call: Call, { domains }: Carrying, name: string) =>
  Effect.map(domains.get(call.caller, name), (domain) => viewOf(call, domain))

export const createDomain = (call: Call, by: Carrying): Carried =>
  Effect.gen(function* () {
    const { name } = (yield* needsObject(call.body)) as { readonly name: string }
    const { domain } = yield* by.domains.add(call.caller, { domain: name })
    return yield* look(call, by, domain)
  })

export const listDomains = (call: Call, { domains }: Carrying): Carried =>
  Effect.gen(function* () {
    const page = yield* pageOf(call)
    const { domains: all } = yield* domains.list(call.caller)
    return yield* pageFrom(
      all.map((domain) => summaryOf(call, domain, listedStatus(domain))),
      page
    )
  })

export const getDomain = (call: Call, by: Carrying): Carried =>
  Effect.flatMap(nameOf(call, by), (name) => look(call, by, name))

export const verifyDomain = (call: Call, by: Carrying): Carried =>
  Effect.flatMap(nameOf(call, by), (name) =>
    Effect.as(by.domains.verify(call.caller, name), { object: "domain", id: idOf(call, name) })
  )

export const removeDomain = (call: Call, by: Carrying): Carried =>
  Effect.flatMap(nameOf(call, by), (name) =>
    Effect.as(by.domains.remove(call.caller, name), {
      object: "domain",
      id: idOf(call, name),
      deleted: true
    })
  )
