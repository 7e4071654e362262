import type { DnsRecord } from "@telemark/contract"
import type { DkimAlgorithm, DkimKeyRecord } from "./Domain.js"

/** The SPF record that lets our servers send (RFC 7208), of mechanisms such as `include:_spf.example.com`. */
export const spfValue = (mechanisms: string): string => `v=spf1 ${mechanisms} ~all`

/** A DKIM key record (RFC 6376 3.6.1). */
export const dkimValue = (key: { readonly algorithm: DkimAlgorithm; readonly public_key: string }): string =>
  `v=DKIM1; k=${key.algorithm}; p=${key.public_key}`

/** Where a DKIM key record stands. */
export const dkimHost = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`

/** A policy that asks for nothing: DMARC's reports and rules are the domain owner's to tighten (RFC 9989). */
export const dmarcValue = "v=DMARC1; p=none;"

/** Where a DMARC policy stands. */
export const dmarcHost = (domain: string): string => `_dmarc.${domain}`

const txt = (host: string, value: string): DnsRecord => ({ type: "TXT", host, value })

/**
 * What DNS should hold for a domain: SPF, the record of the key in use, DMARC, then those of other keys, retired ones last. Whoever makes
 * their zone of this list must not lose a record that mail under way still needs.
 */
export const dnsRecords = (domain: string, keys: ReadonlyArray<DkimKeyRecord>, spf: string): ReadonlyArray<DnsRecord> => {
  const [first, ...others] = keys.map((key) => txt(dkimHost(key.selector, domain), dkimValue(key)))
  return [
    txt(domain, spfValue(spf)),
    ...(first === undefined ? [] : [first]),
    txt(dmarcHost(domain), dmarcValue),
    ...others
  ]
}
