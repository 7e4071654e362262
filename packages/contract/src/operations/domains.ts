import { AddDomain, AddedDomain, Domain, DomainList, VerifiedDomain } from "../domains.js"
import { Success } from "../members.js"
import { del, get, post } from "./Operation.js"

const domain = { domain: { description: "A domain name; upper case and U-labels are allowed." } }

export const domains = {
  /** `DomainExists` if the tenant has it or another has verified it. */
  add: post("/domains", "domain:write", "Add a sending domain", {
    description:
      "Creates the domain's keys and returns the DNS records to publish. It doesn't look at DNS; verify the domain for that.",
    body: AddDomain,
    response: AddedDomain,
    answers: { 201: "Added. Publish the records, then verify." },
    mark: "dns_records",
    errors: ["DomainExists", "DkimKeysBusy"],
    endsWithClient: true,
    examples: { domain: { domain: "example.com" }, subdomain: { domain: "mail.example.com" } }
  }),
  list: get("/domains", "domain:read", "List sending domains, newest first", {
    response: DomainList,
    answers: { 200: "All domains." },
    mark: "domains"
  }),
  get: get(
    "/domains/:domain",
    "domain:read",
    "Get a sending domain, with the result of its last verification",
    {
      parameters: domain,
      response: Domain,
      answers: { 200: "The domain." },
      mark: "domain",
      errors: ["NotFound"]
    }
  ),
  /** Takes up to 10 seconds. */
  verify: post("/domains/:domain/verify", "domain:write", "Verify a domain's records in DNS", {
    parameters: domain,
    description:
      "Takes no body. Sets `spf_verified`, `dkim_verified` and `dmarc_verified` according to the records; failures of DNS itself (`temperror`) change none of them. The first tenant that verifies a domain owns it.",
    response: VerifiedDomain,
    answers: { 200: "The result, whether or not the records are correct." },
    mark: "verification",
    errors: ["NotFound", "DomainExists"],
    repeat: "always",
    endsWithClient: true
  }),
  /** Each one signs once its record is found in DNS. */
  rotateDkim: post(
    "/domains/:domain/rotate-dkim",
    "domain:write",
    "Create a domain's next DKIM keys",
    {
      parameters: domain,
      description:
        "Takes no body. A domain with an Ed25519 key also gets a new one of these. Each new key signs once its record is in DNS; until then the present key signs. A repeated call before that returns the same keys.",
      response: AddedDomain,
      answers: {
        200: "The new keys. Publish their records in addition to the present ones, then verify."
      },
      mark: "dns_records",
      errors: ["NotFound", "DkimKeysBusy"],
      endsWithClient: true
    }
  ),
  remove: del("/domains/:domain", "domain:write", "Remove a sending domain and its keys", {
    parameters: domain,
    response: Success,
    answers: { 200: "Removed." },
    mark: "success",
    errors: ["NotFound"]
  })
} as const
