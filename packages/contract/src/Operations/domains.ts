import { AddDomain, AddedDomain, Domain, DomainList, VerifiedDomain } from "../Domains/index.js"
import { Success } from "../members.js"
import { operation } from "./Operation.js"

const domain = { domain: { description: "A domain name; upper case and U-labels are understood too." } }

export const domains = {
  /** Creates the domain's keys and returns the DNS records to publish. `DomainExists` if the tenant has it or another has verified it. */
  add: operation({
    method: "POST",
    path: "/domains",
    scope: "domain:write",
    summary: "Add a sending domain",
    description: "Makes the domain's keys and says what to publish; DNS is not asked before it is verified.",
    body: AddDomain,
    response: AddedDomain,
    answers: { 201: "Added. Publish the records, then verify." },
    mark: "dns_records",
    errors: ["DomainExists", "DkimKeysBusy"],
    endsWithClient: true,
    examples: { domain: { domain: "example.com" }, subdomain: { domain: "mail.example.com" } }
  }),
  /** Lists all domains, newest first. */
  list: operation({
    method: "GET",
    path: "/domains",
    scope: "domain:read",
    summary: "List sending domains, newest first",
    response: DomainList,
    answers: { 200: "All of them." },
    mark: "domains"
  }),
  /** Returns a domain with the findings of its last verification. */
  get: operation({
    method: "GET",
    path: "/domains/:domain",
    parameters: domain,
    scope: "domain:read",
    summary: "Get a sending domain, with what its last verification found",
    response: Domain,
    answers: { 200: "How it stands." },
    mark: "domain",
    errors: ["NotFound"]
  }),
  /** Looks the records up in DNS, which takes up to 10 seconds, and sets the domain's flags accordingly. */
  verify: operation({
    method: "POST",
    path: "/domains/:domain/verify",
    parameters: domain,
    scope: "domain:write",
    summary: "Look a domain's records up in DNS",
    description: "Takes no body. Raises and lowers `spf_verified`, `dkim_verified` and `dmarc_verified` by what is found; trouble of DNS itself (`temperror`) changes none of them. The first tenant that verifies a domain owns it.",
    response: VerifiedDomain,
    answers: { 200: "What was found, whether or not that is what should be there." },
    mark: "verification",
    errors: ["NotFound", "DomainExists"],
    repeat: "always",
    endsWithClient: true
  }),
  /** Creates the next DKIM keys. Each one signs once its record is found in DNS; until then the current one signs. */
  rotateDkim: operation({
    method: "POST",
    path: "/domains/:domain/rotate-dkim",
    parameters: domain,
    scope: "domain:write",
    summary: "Make a domain's next DKIM keys",
    description: "Takes no body. A domain with an Ed25519 key gets a new one of these as well. Each new key signs once its record is seen; until then the present one does. Asked again before that, it answers with the same keys.",
    response: AddedDomain,
    answers: { 200: "Publish the new keys' records beside the present ones, then verify." },
    mark: "dns_records",
    errors: ["NotFound", "DkimKeysBusy"],
    endsWithClient: true
  }),
  remove: operation({
    method: "DELETE",
    path: "/domains/:domain",
    parameters: domain,
    scope: "domain:write",
    summary: "Remove a sending domain and its keys",
    response: Success,
    answers: { 200: "Removed." },
    mark: "success",
    errors: ["NotFound"]
  })
} as const
