import { Schema } from "effect"
import { DomainName } from "./address.js"
import { busy, defineError } from "./defineError.js"
import { count, flag, instant, list, named, orNull, required, text, texts } from "./members.js"

export const AddDomain = named("AddDomain", {
  domain: required(DomainName, "A domain name, in upper or lower case and any script.")
})
export type AddDomain = typeof AddDomain.Type

export const DnsRecord = named("DnsRecord", {
  type: Schema.Literals(["TXT", "CNAME"]).annotate({
    description: "`CNAME` for the return path and for tracking, `TXT` for all others."
  }),
  host: text("The absolute name, without a final dot."),
  value: text(
    "The value as one string, whatever its length. Of a CNAME the absolute name that it leads to, without a final dot."
  )
})
export type DnsRecord = typeof DnsRecord.Type

const records = list(
  DnsRecord,
  "The records to have in DNS, in this order: SPF, DKIM, DMARC, the return path and the name for tracking if the service has hosts for " +
    "them, then further DKIM keys, those of retired keys last."
)

const finding = <const Statuses extends readonly [string, ...Array<string>]>(
  ...statuses: Statuses
) => ({
  verified: flag("Whether the record is correct."),
  status: Schema.Literals(statuses).annotate({
    description: "The status of the record; `temperror`: DNS gave no answer, which changes nothing."
  }),
  host: text("The name that was looked up."),
  expected: text("The expected value."),
  found: orNull(
    text("The record that was found, at most its first 1,000 characters; null if there was none.")
  ),
  message: text("What the result means, and what to do about it.")
})

/** RFC 7208: whether the domain authorizes the service to send for it. */
export const SpfFinding = named("SpfFinding", {
  ...finding("pass", "missing", "multiple", "not_authorized", "permerror", "temperror"),
  lookups: count("The number of DNS look-ups that the record takes; the limit is 10."),
  suggestion: orNull(
    text("The record to publish instead of the present one; null if that is `expected`.")
  )
})
export type SpfFinding = typeof SpfFinding.Type

/** RFC 6376: whether the key that the service signs with is published. */
export const DkimFinding = named("DkimFinding", {
  ...finding("ok", "missing", "mismatch", "revoked", "multiple", "invalid", "temperror"),
  selector: text("The selector of the key."),
  testing: flag("Whether the record says that the domain is only testing DKIM (`t=y`).")
})
export type DkimFinding = typeof DkimFinding.Type

/** RFC 9989: whether the domain has a policy for mail that fails both. */
export const DmarcFinding = named("DmarcFinding", {
  ...finding("ok", "missing", "multiple", "invalid", "temperror"),
  found_at: orNull(
    text("The domain of the policy: this one or one above it; null if there is no policy.")
  ),
  policy: orNull(Schema.Literals(["none", "quarantine", "reject"])).annotate({
    description: "What the policy asks receivers to do."
  }),
  inherited: flag("Whether the policy is that of a domain above.")
})
export type DmarcFinding = typeof DmarcFinding.Type

/** A name that should be an alias of one of the service's hosts. */
const aliasFinding = Schema.Struct(finding("ok", "missing", "mismatch", "temperror"))

/** `bounce.<domain>`, for SPF to align for DMARC. */
export const ReturnPathFinding = aliasFinding.annotate({ identifier: "ReturnPathFinding" })
export type ReturnPathFinding = typeof ReturnPathFinding.Type

/** `track.<domain>`, for links to have the sender's domain. */
export const TrackingFinding = aliasFinding.annotate({ identifier: "TrackingFinding" })
export type TrackingFinding = typeof TrackingFinding.Type

export type SpfStatus = SpfFinding["status"]
export type DkimStatus = DkimFinding["status"]
export type DmarcStatus = DmarcFinding["status"]
export type ReturnPathStatus = ReturnPathFinding["status"]

/** Its record must stay until the mail that it signed has arrived. */
export const RetiredDkimKey = named("RetiredDkimKey", {
  selector: text("The selector of the key."),
  host: text("The name of its record."),
  remove_after: instant("The time from which you may remove the record from DNS.")
})
export type RetiredDkimKey = typeof RetiredDkimKey.Type

export const DomainVerification = named("DomainVerification", {
  spf: SpfFinding,
  dkim: DkimFinding,
  dmarc: DmarcFinding,
  return_path: Schema.optional(ReturnPathFinding).annotateKey({
    description: "Absent if the service has no host for return paths."
  }),
  tracking: Schema.optional(TrackingFinding).annotateKey({
    description: "Absent if the service has no host for tracking."
  }),
  dkim_others: list(
    DkimFinding,
    "The keys in addition to the first one: that of a rotation, and an Ed25519 key."
  ),
  dkim_retired: list(
    RetiredDkimKey,
    "Keys that no longer sign, and the time from which you may remove their records from DNS."
  ),
  checked_at: instant("When the records were looked up."),
  warnings: texts("Problems that may keep mail from arriving although everything is verified.")
})
export type DomainVerification = typeof DomainVerification.Type

/** As stored. */
export type DomainLook = Omit<DomainVerification, "dkim_retired">

const readyToSend = flag("Whether SPF and DKIM are verified.")

const domain = text("The domain, in lower case, as A-labels.")

export const DomainSummary = named("DomainSummary", {
  domain,
  dkim_selector: text("The selector of the key that signs."),
  spf_verified: flag("Whether SPF is verified."),
  dkim_verified: flag("Whether DKIM is verified."),
  dmarc_verified: flag("Whether a DMARC policy was found."),
  return_path_verified: Schema.optional(
    flag(
      "Whether the return path of the domain's mail is verified. Mail may be sent without it. Absent if the service has no host for return paths."
    )
  ),
  tracking_verified: Schema.optional(
    flag(
      "Whether tracked links in the domain's mail begin with `track.<domain>`. Mail may be sent without it. Absent if the service has no host for tracking."
    )
  ),
  dns_records: records,
  verified_at: orNull(instant("When it first became ready to send.")),
  created_at: instant("When the domain was added.")
})
export type DomainSummary = typeof DomainSummary.Type

export const DomainList = named("DomainList", {
  domains: list(DomainSummary, "Newest first.")
})
export type DomainList = typeof DomainList.Type

export const Domain = named("Domain", {
  ...DomainSummary.fields,
  verification: orNull(DomainVerification).annotate({
    description: "The result of the last check; null before the first."
  }),
  ready_to_send: readyToSend
})
export type Domain = typeof Domain.Type

/** For a new domain, or for its next DKIM keys. */
export const AddedDomain = named("AddedDomain", {
  domain,
  dns_records: records,
  message: text("What to do next.")
})
export type AddedDomain = typeof AddedDomain.Type

export const VerifiedDomain = named("VerifiedDomain", {
  domain,
  verification: DomainVerification,
  ready_to_send: readyToSend
})
export type VerifiedDomain = typeof VerifiedDomain.Type

export class DomainExists extends defineError("DomainExists", {
  status: 409,
  code: "domain_exists",
  description: "The domain was added before, or another tenant has verified it.",
  message:
    "You added this domain before, or another account has verified it. Verify your domain, or remove it from the other account first."
}) {}

/** Overall or for this tenant. */
export class DkimKeysBusy extends defineError(
  "DkimKeysBusy",
  busy(2, "Too many requests are creating domain keys at once.", "Nothing was changed")
) {}
