import {
  type AddDomain, type AddedDomain, type Domain, Domains, type DomainsService, type DomainSummary, type Services, type VerifiedDomain
} from "@telemark/core"
import { Effect } from "effect"
import type { RunAs } from "./templates.js"

/** The sending domains of one tenant. */
export interface DomainsApi {
  /** Makes the domain's keys and says what to publish; rejects with `DomainExists` if the tenant has it, or another has verified it. */
  readonly add: (request: AddDomain) => Promise<AddedDomain>
  /** Newest first. */
  readonly list: () => Promise<{ readonly domains: ReadonlyArray<DomainSummary> }>
  readonly get: (domain: string) => Promise<Domain>
  /** Looks the records up in DNS, and raises and lowers the flags by what is found. */
  readonly verify: (domain: string) => Promise<VerifiedDomain>
  /** Makes the next DKIM keys, each of which signs once its record is seen; until then the present ones do. */
  readonly rotateDkim: (domain: string) => Promise<AddedDomain>
  /** Removes the domain and its keys. */
  readonly remove: (domain: string) => Promise<{ readonly success: true }>
}

/** The sending domains of one tenant as promises. */
export const makeDomainsApi = (as: RunAs): DomainsApi => {
  const use = <A, E>(operate: (domains: DomainsService, tenantId: string) => Effect.Effect<A, E, Services>): Promise<A> =>
    as(({ id }) => Effect.flatMap(Domains, (domains) => operate(domains, id)))
  return {
    add: (request) => use((domains, tenant) => domains.add(tenant, request)),
    list: () => use((domains, tenant) => Effect.map(domains.list(tenant), (all) => ({ domains: all }))),
    get: (domain) => use((domains, tenant) => domains.get(tenant, domain)),
    verify: (domain) => use((domains, tenant) => domains.verify(tenant, domain)),
    rotateDkim: (domain) => use((domains, tenant) => domains.rotateDkim(tenant, domain)),
    remove: (domain) => use((domains, tenant) => Effect.as(domains.remove(tenant, domain), { success: true } as const))
  }
}
