import type { DnsRecord, Domain, DomainVerification } from "@telemark/client"

export type CheckName = "spf" | "dkim" | "dmarc" | "return_path" | "tracking"

/** What a look at DNS found of one record. */
export interface Finding {
  readonly verified: boolean
  readonly status: string
  readonly host: string
  readonly expected: string
  readonly found: string | null
  readonly message: string
  /** What to publish instead of the present record, if that isn't what is expected. */
  readonly suggestion?: string | null
}

/** A record to have in DNS, and what was found of it; nothing before the first look. */
export interface RecordCheck {
  readonly key: string
  readonly name: CheckName
  readonly record: DnsRecord
  readonly finding: Finding | undefined
  /** Whether mail can't be sent without it. */
  readonly isNeeded: boolean
}

const nameOf = ({ host, type, value }: DnsRecord, domain: string): CheckName => {
  if (host === `_dmarc.${domain}`) return "dmarc"
  if (host.endsWith(`._domainkey.${domain}`)) return "dkim"
  if (type === "TXT" && value.startsWith("v=spf1")) return "spf"
  return host.startsWith("track.") ? "tracking" : "return_path"
}

const findingsOf = ({
  dkim,
  dkim_others,
  dmarc,
  return_path,
  spf,
  tracking
}: DomainVerification): ReadonlyArray<Finding> => [
  spf,
  dkim,
  ...dkim_others,
  dmarc,
  ...(return_path === undefined ? [] : [return_path]),
  ...(tracking === undefined ? [] : [tracking])
]

/**
 * Each record of a domain with what was last found of it. Records of retired keys are left out:
 * they aren't needed for new mail.
 */
export const checksOf = ({
  dkim_selector,
  dns_records,
  domain,
  verification
}: Pick<
  Domain,
  "dkim_selector" | "dns_records" | "domain" | "verification"
>): ReadonlyArray<RecordCheck> => {
  const retired = new Set(verification?.dkim_retired.map(({ host }) => host))
  const findings = verification === null ? [] : findingsOf(verification)
  return dns_records
    .filter(({ host }) => !retired.has(host))
    .map((record, index) => {
      const name = nameOf(record, domain)
      const finding =
        name === "spf" ? verification?.spf : findings.find(({ host }) => host === record.host)
      return {
        key: `${String(index)} ${record.host}`,
        name,
        record,
        finding,
        isNeeded: name === "spf" || record.host === `${dkim_selector}._domainkey.${domain}`
      }
    })
}

/** Whether everything was found that can be. */
export const isComplete = (checks: ReadonlyArray<RecordCheck>): boolean =>
  checks.every(({ finding }) => finding?.verified === true)
