import {
  type AddedDomain,
  type Domain,
  type DomainLook,
  type DomainSummary,
  type DomainVerification,
  timestamp,
  timestampOrNull
} from "@telemark/contract"
import type { DomainRecord } from "./Domain.js"
import { isReady } from "./checkSchedule.js"
import { aliasHostsFor, dkimHost, dnsRecords, type DomainsOptions, spfOf } from "./dnsRecords.js"
import { currentKey } from "./keyRotation.js"

const recordsOf = ({ domain, keys }: DomainRecord, options: DomainsOptions) =>
  dnsRecords(domain, keys, { spf: spfOf(options), aliases: aliasHostsFor(domain, options) })

/** Flags of aliases are shown where the domain is asked for them. */
const aliasFlagsOf = (
  record: DomainRecord,
  options: DomainsOptions
): Pick<DomainSummary, "return_path_verified" | "tracking_verified"> => {
  const { return_path, tracking } = aliasHostsFor(record.domain, options)
  return {
    ...(return_path === undefined ? {} : { return_path_verified: record.return_path_verified }),
    ...(tracking === undefined ? {} : { tracking_verified: record.tracking_verified })
  }
}

export const summaryOf = (record: DomainRecord, options: DomainsOptions): DomainSummary => ({
  domain: record.domain,
  dkim_selector: currentKey(record.keys)?.selector ?? "",
  spf_verified: record.spf_verified,
  dkim_verified: record.dkim_verified,
  dmarc_verified: record.dmarc_verified,
  ...aliasFlagsOf(record, options),
  dns_records: recordsOf(record, options),
  verified_at: timestampOrNull(record.verified_at),
  created_at: timestamp(record.created_at)
})

export const verificationOf = (
  { domain, keys }: DomainRecord,
  look: DomainLook
): DomainVerification => ({
  ...look,
  dkim_retired: keys.flatMap(({ ends_at, selector, state }) =>
    state === "retired" && ends_at !== null
      ? [{ selector, host: dkimHost(selector, domain), remove_after: timestamp(ends_at) }]
      : []
  )
})

export const viewOf = (record: DomainRecord, options: DomainsOptions): Domain => ({
  ...summaryOf(record, options),
  verification: record.verification === null ? null : verificationOf(record, record.verification),
  ready_to_send: isReady(record)
})

/** What to do with the records of a new domain. `verify` says how they are looked for at once. */
export const addedMessage = (verify: string): string =>
  `Publish these DNS records, then ${verify}; otherwise Telemark looks for them every few minutes. ` +
  "If the domain has an SPF record already, add the mechanisms of this one to it: two SPF records break both."

/** What to do with the records of new keys. `retired` is what says when a former one may go. */
export const rotatedMessage = (verify: string, retired: string): string =>
  `Publish those of these records that are new and leave the others, then ${verify}; otherwise Telemark looks for them every few minutes. ` +
  "A new key signs once Telemark has seen its record. Keep the record of the former key for 7 more days: it stays in this list until then, " +
  `and ${retired} says when you may remove it.`

const addedWith =
  (message: (verify: string) => string) =>
  (record: DomainRecord, options: DomainsOptions): AddedDomain => ({
    domain: record.domain,
    dns_records: recordsOf(record, options),
    message: message(`call POST /domains/${record.domain}/verify`)
  })

export const addedOf = addedWith(addedMessage)
export const rotatedOf = addedWith((verify) => rotatedMessage(verify, "verification.dkim_retired"))
