import type { DmarcFinding } from "@telemark/contract"
import { parseTags } from "../tags/tags.js"

export type Policy = NonNullable<DmarcFinding["policy"]>

/** A DMARC policy record (RFC 9989 4.7), reduced to what is used here. */
export interface DmarcRecord {
  readonly text: string
  /** For the domain itself. `none` if it is absent. */
  readonly policy: Policy
  /** For existing subdomains. */
  readonly subdomains: Policy
  /** For subdomains that don't exist. */
  readonly nonexistent: Policy
  /** Whether it is a public suffix. `n` and `y` end the tree walk. */
  readonly psd: "y" | "n" | "u"
  /** Whether `rua` asks for aggregate reports. `unreadable`: the tag has no mailto address. */
  readonly reports: "some" | "none" | "unreadable"
  /** A tag with an invalid policy, if any: receivers may then ignore the record. */
  readonly wrong: "p" | "sp" | "np" | undefined
}

/** Whether a text is meant as a policy record, valid or not. */
export const looksLikePolicy = (text: string): boolean => /^[\s"]*v\s*=\s*dmarc1/i.test(text)

/**
 * An address in `rua` (RFC 9989 4.7), optionally with a size limit after `!` as in RFC 7489.
 * Receivers send only to `mailto:`.
 */
const isReportAddress = (uri: string): boolean => /^mailto:[^@\s]+@[^@\s]+$/.test(uri.trim())

const reportsOf = (rua: string | undefined): DmarcRecord["reports"] => {
  if (rua === undefined) return "none"
  return rua.split(",").some(isReportAddress) ? "some" : "unreadable"
}

const isPolicy = (text: string | undefined): text is Policy =>
  text === "none" || text === "quarantine" || text === "reject"

/**
 * Parses a policy record. Undefined unless `v=DMARC1`, with the value in capitals, comes first.
 * Ignores unreadable and unknown tags.
 */
export const parsePolicy = (text: string): DmarcRecord | undefined => {
  const [version, ...rest] = parseTags(text)
  if (version?.[0].toLowerCase() !== "v" || version[1] !== "DMARC1") return undefined
  const tags = new Map(
    rest.flatMap((tag) => (tag === undefined ? [] : [[tag[0].toLowerCase(), tag[1].toLowerCase()]]))
  )
  const read = (name: string): Policy | undefined => {
    const value = tags.get(name)
    return isPolicy(value) ? value : undefined
  }
  const psd = tags.get("psd")
  const policy = read("p") ?? "none"
  const subdomains = read("sp") ?? policy
  return {
    text,
    policy,
    subdomains,
    nonexistent: read("np") ?? subdomains,
    psd: psd === "y" || psd === "n" ? psd : "u",
    reports: reportsOf(tags.get("rua")),
    wrong: (["p", "sp", "np"] as const).find((name) => tags.has(name) && !isPolicy(tags.get(name)))
  }
}
