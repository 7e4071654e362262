import { del, get, post } from "../Calls/index.js"
import type { AddDomain, AddedDomain, Domain, DomainSummary, Success, VerifiedDomain } from "../Contract/index.js"
import type { One, Promises, Runner, Style } from "./Style.js"

/** Sending domains. */
export interface DomainsApi<S extends Style = Promises> {
  /** Makes the domain's keys and says what to publish; fails with `DomainExists` if the tenant has it, or another has verified it. */
  readonly add: (request: AddDomain, options?: S["options"]) => One<S, AddedDomain>
  /** All of them, newest first. */
  readonly list: (options?: S["options"]) => One<S, { readonly domains: ReadonlyArray<DomainSummary> }>
  /** One domain, with what was found when its records were last looked up. */
  readonly get: (domain: string, options?: S["options"]) => One<S, Domain>
  /** Looks the records up in DNS, which takes up to 10 seconds, and keeps what is found: from then on the domain is verified, or isn't. */
  readonly verify: (domain: string, options?: S["options"]) => One<S, VerifiedDomain>
  /** Makes the next DKIM key, which signs once its record is seen; until then the present one does. */
  readonly rotateDkim: (domain: string, options?: S["options"]) => One<S, AddedDomain>
  /** Removes the domain and its keys. */
  readonly remove: (domain: string, options?: S["options"]) => One<S, Success>
}

/** Domains, carried out by that runner. */
export const makeDomains = <S extends Style>({ one }: Runner<S>): DomainsApi<S> => ({
  add: (request, options) => one(post(["domains"], { body: request, lists: "dns_records" }), options),
  list: (options) => one(get(["domains"], { lists: "domains" }), options),
  get: (domain, options) => one(get(["domains", domain], { has: "domain" }), options),
  verify: (domain, options) => one(post(["domains", domain, "verify"], { has: "verification", repeat: "always" }), options),
  rotateDkim: (domain, options) => one(post(["domains", domain, "rotate-dkim"], { lists: "dns_records" }), options),
  remove: (domain, options) => one(del(["domains", domain], { has: "success" }), options)
})
