import type { DnsRecord, DomainVerification, VerifiedDomain } from "@telemark/core"
import { visibleLine } from "../output.js"
import { formatTable } from "./formatTable.js"

/** The value has a line to itself, so that it can be copied. */
const recordText = ({ host, type, value }: DnsRecord, mark = ""): string =>
  `${visibleLine(`${type} ${host}`)}${mark}\n${visibleLine(value)}`

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
