import type { DnsRecord } from "@telemark/contract"
import type { DkimAlgorithm, DkimKeyRecord } from "./Domain.js"

/** The SPF record that allows our servers (RFC 7208), from mechanisms such as `include:_spf.example.com`. */
export const spfValue = (mechanisms: string): string => `v=spf1 ${mechanisms} ~all`

/** A DKIM key record (RFC 6376 3.6.1). */
export const dkimValue = (key: { readonly algorithm: DkimAlgorithm; readonly public_key: string }): string =>
  `v=DKIM1; k=${key.algorithm}; p=${key.public_key}`

/** The DNS name of a DKIM key record. */
export const dkimHost = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`

/** The neutral DMARC policy: tightening it is up to the domain's owner (RFC 9989). */
export const dmarcValue = "v=DMARC1; p=none;"

/** The DNS name of a DMARC policy. */
export const dmarcHost = (domain: string): string => `_dmarc.${domain}`

/** The DNS name of a domain's return path, an alias of the return path host. */
export const returnPathName = (domain: string): string => `bounce.${domain}`

const txt = (host: string, value: string): DnsRecord => ({ type: "TXT", host, value })

/** What a domain is asked to publish besides its keys: SPF mechanisms, and the host of its return path if there is one. */
export interface RecordValues {
  readonly spf: string
  readonly return_path: string | undefined
}

/**
 * The DNS records of a domain: SPF, the current key, DMARC, the return path, other keys, retired ones last. Retired keys are included so that replacing a zone with
 * this list loses no record that mail in transit needs.
 */
export const dnsRecords = (domain: string, keys: ReadonlyArray<DkimKeyRecord>, { return_path, spf }: RecordValues): ReadonlyArray<DnsRecord> => {
  const [first, ...others] = keys.map((key) => txt(dkimHost(key.selector, domain), dkimValue(key)))
  return [
    txt(domain, spfValue(spf)),
    ...(first === undefined ? [] : [first]),
    txt(dmarcHost(domain), dmarcValue),
    ...(return_path === undefined ? [] : [{ type: "CNAME" as const, host: returnPathName(domain), value: return_path }]),
    ...others
  ]
}
