import * as Command from "effect/cli/Command"
import {
  type DnsRecord,
  Domains,
  type DomainVerification,
  type VerifiedDomain
} from "@telemark/core"
import { Effect } from "effect"
import { print, printJson, remark } from "../output.js"
import { domain, noSuchDomain, recordText, tenant } from "./domainsShared.js"
import { json } from "./options.js"
import { Reported } from "./report.js"
import { formatTable } from "./formatTable.js"
import { tenantOf } from "./tenantsOf.js"
import { withOperations } from "./withOperations.js"

const findingsOf = ({
  dkim,
  dkim_others,
  dmarc,
  return_path,
  spf,
  tracking
}: DomainVerification) => [
  { name: "SPF", type: "TXT" as const, ...spf },
  { name: "DKIM", type: "TXT" as const, ...dkim },
  { name: "DMARC", type: "TXT" as const, ...dmarc },
  ...(return_path === undefined
    ? []
    : [{ name: "Return path", type: "CNAME" as const, ...return_path }]),
  ...(tracking === undefined ? [] : [{ name: "Tracking", type: "CNAME" as const, ...tracking }]),
  ...dkim_others.map((finding) => ({
    name: `DKIM ${finding.selector}`,
    type: "TXT" as const,
    ...finding
  }))
]

/**
 * The records that would fix the findings. If DNS didn't answer, they may be published already, so
 * they are left out.
 */
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

export const verify = Command.make("verify", { domain, tenant, json }, ({ domain, json, tenant }) =>
  withOperations(() =>
    Effect.gen(function* () {
      const domains = yield* Domains
      const { id } = yield* tenantOf(tenant)
      const verified = yield* Effect.catchTag(domains.verify(id, domain), "NotFound", () =>
        noSuchDomain(tenant)
      )
      yield* json ? printJson(verified) : print(verificationText(verified))
      if (!verified.ready_to_send) {
        yield* remark(
          "SPF and DKIM must both be verified. Publish what is missing, then verify again."
        )
        return yield* new Reported()
      }
    })
  )
).pipe(
  Command.withDescription(
    "Looks up the domain's DNS records and says what is missing; exits with 1 if the domain isn't ready to send."
  )
)
