import type { DnsRecord, DomainVerification, VerifiedDomain } from "@telemark/core"
import { visibleLine } from "../output.js"
import { formatTable } from "./formatTable.js"

/** A DNS record to publish. The value has a line to itself, so that it can be copied as a whole. */
const recordText = ({ host, type, value }: DnsRecord, mark = ""): string =>
  `${visibleLine(`${type} ${host}`)}${mark}\n${visibleLine(value)}`

/** Records to publish, each with a mark of its own. */
export const recordsText = (
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

/** What was found of each record, and the records that are missing. */
export const verificationText = ({
  domain,
  ready_to_send,
  verification
}: VerifiedDomain): string => {
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
