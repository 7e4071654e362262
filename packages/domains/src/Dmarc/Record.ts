import type { DmarcFinding } from "@telemark/core"
import { parseTags } from "../Tags/index.js"

export type Policy = NonNullable<DmarcFinding["policy"]>

/** A DMARC policy record (RFC 9989 4.7), as far as it matters here. */
export interface DmarcRecord {
  readonly text: string
  /** Of the domain itself; `none` if it isn't said. */
  readonly policy: Policy
  /** Of names below it that exist. */
  readonly subdomains: Policy
  /** Of names below it that don't. */
  readonly nonexistent: Policy
  /** Whether it is a public suffix: `n` and `y` end the way up. */
  readonly psd: "y" | "n" | "u"
  /** Where reports of all receivers' mail in its name go (`rua`): `none` if nowhere, `unreadable` if the tag names no mailto address. */
  readonly reports: "some" | "none" | "unreadable"
  /** The tag whose value is no policy, if there is one: receivers may then take the record for none. */
  readonly wrong: "p" | "sp" | "np" | undefined
}

/** Whether a text means to be a policy record, be it a wrong one. */
export const looksLikePolicy = (text: string): boolean => /^[\s"]*v\s*=\s*dmarc1/i.test(text)

/** Of a list of addresses (RFC 9989 4.7), each perhaps with a limit of size behind a `!`, as RFC 7489 had it. Receivers send to `mailto:` alone. */
const isReportAddress = (uri: string): boolean => /^mailto:[^@\s]+@[^@\s]+$/.test(uri.trim())

const reportsOf = (rua: string | undefined): DmarcRecord["reports"] => {
  if (rua === undefined) return "none"
  return rua.split(",").some(isReportAddress) ? "some" : "unreadable"
}

const isPolicy = (text: string | undefined): text is Policy => text === "none" || text === "quarantine" || text === "reject"

/**
 * Reads a policy record; undefined if it is none: `v=DMARC1` has to stand first, in this very case. Tags that can't be
 * read or aren't known are passed over.
 */
export const parsePolicy = (text: string): DmarcRecord | undefined => {
  const [version, ...rest] = parseTags(text)
  if (version?.[0].toLowerCase() !== "v" || version[1] !== "DMARC1") return undefined
  const tags = new Map(rest.flatMap((tag) => (tag === undefined ? [] : [[tag[0].toLowerCase(), tag[1].toLowerCase()]])))
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
