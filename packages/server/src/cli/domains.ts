import { layerOperations } from "../application/layers.js"
import { visibleLine } from "../output.js"
import { formatTable, tableOf } from "./formatTable.js"
import { group, operationCommands } from "./operationCommand.js"
import { oneTenant } from "./tenantParameters.js"
import { withDatabase } from "./withSettings.js"
import {
  AddDomain,
  addedMessage,
  type DnsRecord,
  Domains,
  type DomainVerification,
  rotatedMessage,
  type Tenant,
  type VerifiedDomain
} from "@telemark/core"
import { Effect } from "effect"

/** The value has a line to itself, so that it can be copied. */
const recordText = ({ host, type, value }: DnsRecord, mark = ""): string =>
  `${visibleLine(`${type} ${host}`)}${mark}\n${visibleLine(value)}`

const recordsText = (
  records: ReadonlyArray<DnsRecord>,
  markOf: (record: DnsRecord) => string = () => ""
): string => records.map((record) => recordText(record, markOf(record))).join("\n\n")

const records = [
  ["spf", "SPF", "TXT"],
  ["dkim", "DKIM", "TXT"],
  ["dmarc", "DMARC", "TXT"],
  ["return_path", "Return path", "CNAME"],
  ["tracking", "Tracking", "CNAME"]
] as const

const findingsOf = (verification: DomainVerification) => [
  ...records.flatMap(([member, name, type]) => {
    const finding = verification[member]
    return finding === undefined ? [] : [{ name, type, ...finding }]
  }),
  ...verification.dkim_others.map((finding) => ({
    name: `DKIM ${finding.selector}`,
    type: "TXT" as const,
    ...finding
  }))
]

/** If DNS didn't answer, records may be published already. */
const missingRecords = (verification: DomainVerification): ReadonlyArray<DnsRecord> =>
  findingsOf(verification)
    .filter(({ status, verified }) => !verified && status !== "temperror")
    .map((finding) => ({
      type: finding.type,
      host: finding.host,
      value:
        "suggestion" in finding && finding.suggestion !== null
          ? finding.suggestion
          : finding.expected
    }))

const retiredRows = ({ dkim_retired }: DomainVerification) =>
  dkim_retired.map(({ remove_after, selector }) => [
    `DKIM ${selector}`,
    "retired",
    `This key no longer signs. You may remove its record from DNS after ${remove_after}.`
  ])

const verificationText = ({ domain, ready_to_send, verification }: VerifiedDomain): string => {
  const rows = findingsOf(verification).map(({ message, name, status }) => [name, status, message])
  return [
    formatTable([
      ...rows,
      ...retiredRows(verification),
      ...verification.warnings.map((warning) => ["", "warning", warning])
    ]),
    ...missingRecords(verification).map((record) => recordText(record)),
    ready_to_send ? `${domain} is ready to send.` : `${domain} is not ready to send.`
  ].join("\n\n")
}

const command = operationCommands(withDatabase(layerOperations), Domains)
const tenant = oneTenant("The tenant that owns the domains.")
const domain = "Such as mail.example.com."

const missing = ({ tenant: { name } }: { readonly tenant: Tenant }) =>
  `The tenant "${name}" has no such domain. \`telemark domains list\` lists its domains, \`telemark domains add\` adds one.`

const verifyCommand = (name: string, { name: owner }: Tenant): string =>
  `run \`telemark domains verify ${name}${owner === "default" ? "" : ` --tenant ${owner}`}\``

const description = "Adds sending domains, says which DNS records to publish, and verifies them."

export const domains = group("domains", description, {
  add: command({
    description: "Adds a sending domain, makes its key, and prints the DNS records to publish.",
    request: AddDomain,
    arguments: { domain },
    options: { tenant },
    audits: ["domains.add", "domain", "domain"],
    perform: (domains, { tenant, ...request }) => domains.add(tenant.id, request),
    text: ({ dns_records, domain }, { tenant }) => [
      recordsText(dns_records),
      `\n${addedMessage(verifyCommand(domain, tenant))}`
    ]
  }),
  list: command({
    description: "Lists the domains, newest first, and says which of their records are verified.",
    options: { tenant },
    perform: (domains, { tenant }) => domains.list(tenant.id),
    text: ({ domains }) => {
      const isVerified = (verified: boolean) => (verified ? "verified" : "-")
      return tableOf(domains, {
        DOMAIN: "domain",
        STATE: ({ dkim_verified, spf_verified }) =>
          spf_verified && dkim_verified ? "ready" : "not ready",
        SPF: ({ spf_verified }) => isVerified(spf_verified),
        DKIM: ({ dkim_verified }) => isVerified(dkim_verified),
        DMARC: ({ dmarc_verified }) => isVerified(dmarc_verified),
        ADDED: "created_at"
      })
    }
  }),
  verify: command({
    description:
      "Looks up the domain's DNS records and says what is missing; exits with 1 if the domain isn't ready to send.",
    arguments: { domain },
    options: { tenant },
    audits: ["domains.verify", "domain", "domain"],
    perform: (domains, { domain, tenant }) => domains.verify(tenant.id, domain),
    missing,
    text: verificationText,
    problem: ({ ready_to_send }) =>
      ready_to_send
        ? undefined
        : "SPF and DKIM must both be verified. Publish what is missing, then verify again."
  }),
  "rotate-dkim": command({
    description:
      "Makes new DKIM keys. Each signs once its record is in DNS; until then the present keys sign.",
    arguments: { domain },
    options: { tenant },
    audits: ["domains.rotateDkim", "domain", "domain"],
    perform: (domains, { domain, tenant }) =>
      Effect.all({
        before: domains.get(tenant.id, domain),
        rotated: domains.rotateDkim(tenant.id, domain)
      }),
    missing,
    json: ({ rotated }) => rotated,
    text: ({ before, rotated: { dns_records, domain } }, { tenant }) => {
      const marks = new Map([
        ...before.dns_records.map(({ host }) => [host, ""] as const),
        ...(before.verification?.dkim_retired ?? []).map(
          ({ host, remove_after }) => [host, ` (may be removed after ${remove_after})`] as const
        )
      ])
      return [
        recordsText(dns_records, ({ host }) => marks.get(host) ?? " (new)"),
        `\n${rotatedMessage(verifyCommand(domain, tenant), "`telemark domains verify`")}`
      ]
    }
  }),
  remove: command({
    description: "Removes a domain and its keys permanently.",
    arguments: { domain },
    options: { tenant },
    confirm: (domains, { domain, tenant }) =>
      Effect.map(
        domains.get(tenant.id, domain),
        (found) =>
          `Remove ${found.domain} of the tenant "${tenant.name}" with its keys? Its mail is then unsigned, and adding it again makes new keys to publish.`
      ),
    audits: ["domains.remove", "domain", "domain"],
    perform: (domains, { domain, tenant }) => domains.remove(tenant.id, domain),
    missing,
    text: () => "The domain and its keys were removed. They no longer sign its mail."
  })
})
