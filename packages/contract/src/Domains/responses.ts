import { Schema } from "effect"
import { count, flag, instant, orNull, text, texts } from "../members.js"

/** A DNS record to publish. */
export const DnsRecord = Schema.Struct({
  type: Schema.Literal("TXT"),
  host: text("Absolute, without a dot at its end."),
  value: text("One string, whatever its length.")
}).annotations({ identifier: "DnsRecord" })
export type DnsRecord = typeof DnsRecord.Type

const records = Schema.Array(DnsRecord).annotations({
  description: "What DNS should hold, in this order: SPF, DKIM, DMARC, then further DKIM keys, those of retired keys last."
})

const finding = <const Statuses extends readonly [string, ...Array<string>]>(...statuses: Statuses) => ({
  verified: flag("Whether it is as it should be."),
  status: Schema.Literal(...statuses).annotations({ description: "`temperror`: DNS gave no answer, which changes nothing." }),
  host: text("Where it was looked for."),
  expected: text("The value that was handed out."),
  found: orNull(text("The record that was found, at most 1,000 characters of it; null if none was.")),
  message: text("What it means, and what to do about it.")
})

/** The SPF check (RFC 7208): whether the domain authorizes the service to send for it. */
export const SpfFinding = Schema.Struct({
  ...finding("pass", "missing", "multiple", "not_authorized", "permerror", "temperror"),
  lookups: count("DNS look-ups that the record takes, of the 10 that it may."),
  suggestion: orNull(text("What to publish in place of the present record; null where that is simply `expected`."))
}).annotations({ identifier: "SpfFinding" })
export type SpfFinding = typeof SpfFinding.Type

/** The DKIM check (RFC 6376): whether the key that the service signs with is published. */
export const DkimFinding = Schema.Struct({
  ...finding("ok", "missing", "mismatch", "revoked", "multiple", "invalid", "temperror"),
  selector: text("Which key."),
  testing: flag("Whether the record says that the domain only tests DKIM (`t=y`).")
}).annotations({ identifier: "DkimFinding" })
export type DkimFinding = typeof DkimFinding.Type

/** The DMARC check (RFC 9989): whether the domain has a policy for mail that fails both. */
export const DmarcFinding = Schema.Struct({
  ...finding("ok", "missing", "multiple", "invalid", "temperror"),
  found_at: orNull(text("The domain or one above it; null if there is no policy.")),
  policy: orNull(Schema.Literal("none", "quarantine", "reject")).annotations({ description: "What the policy asks for." }),
  inherited: flag("Whether it is the policy of a domain above.")
}).annotations({ identifier: "DmarcFinding" })
export type DmarcFinding = typeof DmarcFinding.Type

export type SpfStatus = SpfFinding["status"]
export type DkimStatus = DkimFinding["status"]
export type DmarcStatus = DmarcFinding["status"]

/** A key that no longer signs. Its record must stay until the mail that it signed has arrived. */
export const RetiredDkimKey = Schema.Struct({
  selector: text("Which key."),
  host: text("Where its record is."),
  remove_after: instant("From when on the record may be removed from DNS.")
}).annotations({ identifier: "RetiredDkimKey" })
export type RetiredDkimKey = typeof RetiredDkimKey.Type

/** The findings of a domain's last verification, and the retired keys. */
export const DomainVerification = Schema.Struct({
  spf: SpfFinding,
  dkim: DkimFinding,
  dmarc: DmarcFinding,
  dkim_others: Schema.Array(DkimFinding).annotations({ description: "The keys beside the first one: that of a rotation, an Ed25519 one." }),
  dkim_retired: Schema.Array(RetiredDkimKey).annotations({ description: "Keys that sign no more, and from when on their records may be removed from DNS." }),
  checked_at: instant("When it was looked for."),
  warnings: texts("What may keep mail from arriving although all is verified.")
}).annotations({ identifier: "DomainVerification" })
export type DomainVerification = typeof DomainVerification.Type

/** The findings of one verification, as they are stored. */
export type DomainLook = Omit<DomainVerification, "dkim_retired">

const readyToSend = flag("Whether SPF and DKIM are verified.")

const domain = text("In lower case, as A-labels.")

/** A sending domain in a list. */
export const DomainSummary = Schema.Struct({
  domain,
  dkim_selector: text("Of the key that signs."),
  spf_verified: flag("Whether SPF was found as it should be."),
  dkim_verified: flag("Whether DKIM was found as it should be."),
  dmarc_verified: flag("Whether a DMARC policy was found."),
  dns_records: records,
  verified_at: orNull(instant("When it first became ready to send.")),
  created_at: instant("When it was added.")
}).annotations({ identifier: "DomainSummary" })
export type DomainSummary = typeof DomainSummary.Type

export const DomainList = Schema.Struct({
  domains: Schema.Array(DomainSummary).annotations({ description: "Newest first." })
}).annotations({ identifier: "DomainList" })
export type DomainList = typeof DomainList.Type

/** A sending domain with the findings of its last verification. */
export const Domain = Schema.Struct({
  ...DomainSummary.fields,
  verification: orNull(DomainVerification).annotations({ description: "What the last look found; null before the first." }),
  ready_to_send: readyToSend
}).annotations({ identifier: "Domain" })
export type Domain = typeof Domain.Type

/** The DNS records to publish for a domain, or for its next DKIM keys. */
export const AddedDomain = Schema.Struct({ domain, dns_records: records, message: text("What to do next.") }).annotations({ identifier: "AddedDomain" })
export type AddedDomain = typeof AddedDomain.Type

/** The result of a verification. */
export const VerifiedDomain = Schema.Struct({ domain, verification: DomainVerification, ready_to_send: readyToSend }).annotations({ identifier: "VerifiedDomain" })
export type VerifiedDomain = typeof VerifiedDomain.Type
