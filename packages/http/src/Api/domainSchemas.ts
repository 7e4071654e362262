import { Schema } from "effect"
import { Instant, WholeNumber } from "./wire.js"

const DnsRecord = Schema.Struct({
  type: Schema.Literal("TXT"),
  host: Schema.String.annotations({ description: "Absolute, without a dot at its end." }),
  value: Schema.String.annotations({ description: "One string, whatever its length." })
}).annotations({ identifier: "DnsRecord" })

const records = Schema.Array(DnsRecord).annotations({
  description: "What DNS should hold, in this order: SPF, DKIM, DMARC, then further DKIM keys, those of retired keys last."
})

const finding = {
  verified: Schema.Boolean,
  host: Schema.String.annotations({ description: "Where it was looked for." }),
  expected: Schema.String.annotations({ description: "The value that was handed out." }),
  found: Schema.NullOr(Schema.String).annotations({ description: "The record that was found; null if none was." }),
  message: Schema.String.annotations({ description: "What it means, and what to do about it." })
}

const SpfFinding = Schema.Struct({
  ...finding,
  status: Schema.Literal("pass", "missing", "multiple", "not_authorized", "permerror", "temperror"),
  lookups: WholeNumber.annotations({ description: "DNS look-ups that the record takes, of the 10 that it may." }),
  suggestion: Schema.NullOr(Schema.String).annotations({
    description: "What to publish in place of the present record; null where that is simply `expected`."
  })
}).annotations({ identifier: "SpfFinding" })

const DkimFinding = Schema.Struct({
  ...finding,
  status: Schema.Literal("ok", "missing", "mismatch", "revoked", "multiple", "invalid", "temperror"),
  selector: Schema.String,
  testing: Schema.Boolean.annotations({ description: "Whether the record says that the domain only tests DKIM." })
}).annotations({ identifier: "DkimFinding" })

const DmarcFinding = Schema.Struct({
  ...finding,
  status: Schema.Literal("ok", "missing", "multiple", "invalid", "temperror"),
  found_at: Schema.NullOr(Schema.String).annotations({ description: "The domain or one above it; null if there is no policy." }),
  policy: Schema.NullOr(Schema.Literal("none", "quarantine", "reject")),
  inherited: Schema.Boolean
}).annotations({ identifier: "DmarcFinding" })

const RetiredDkimKey = Schema.Struct({
  selector: Schema.String,
  host: Schema.String.annotations({ description: "Where its record is." }),
  remove_after: Instant
}).annotations({ identifier: "RetiredDkimKey" })

const DomainVerification = Schema.Struct({
  spf: SpfFinding,
  dkim: DkimFinding,
  dmarc: DmarcFinding,
  dkim_others: Schema.Array(DkimFinding).annotations({ description: "The keys beside the first one, as during a rotation." }),
  dkim_retired: Schema.Array(RetiredDkimKey).annotations({ description: "Keys that sign no more, and from when on their records may be removed from DNS." }),
  checked_at: Instant,
  warnings: Schema.Array(Schema.String)
}).annotations({ identifier: "DomainVerification" })

const readyToSend = Schema.Boolean.annotations({ description: "Whether SPF and DKIM are verified." })

const DomainSummary = Schema.Struct({
  domain: Schema.String.annotations({ description: "In lower case, as A-labels." }),
  dkim_selector: Schema.String,
  spf_verified: Schema.Boolean,
  dkim_verified: Schema.Boolean,
  dmarc_verified: Schema.Boolean,
  dns_records: records,
  verified_at: Schema.NullOr(Instant).annotations({ description: "When it first became ready to send." }),
  created_at: Instant
}).annotations({ identifier: "DomainSummary" })

export const DomainList = Schema.Struct({ domains: Schema.Array(DomainSummary) }).annotations({ identifier: "DomainList" })

export const Domain = Schema.Struct({
  ...DomainSummary.fields,
  verification: Schema.NullOr(DomainVerification).annotations({ description: "What the last look found; null before the first." }),
  ready_to_send: readyToSend
}).annotations({ identifier: "Domain" })

/** What to publish: also after a rotation, with another status. */
export const AddedDomain = Schema.Struct({
  domain: Schema.String,
  dns_records: records,
  message: Schema.String.annotations({ description: "What to do next." })
})

export const VerifiedDomain = Schema.Struct({
  domain: Schema.String,
  verification: DomainVerification,
  ready_to_send: readyToSend
}).annotations({ identifier: "VerifiedDomain" })

export const DomainPath = Schema.Struct({
  domain: Schema.String.annotations({ description: "A domain name; upper case and U-labels are understood too." })
})
