import type { DmarcFinding } from "@telemark/contract"
import { Effect } from "effect"
import { parseTags } from "./verifyDkim.js"

type Policy = NonNullable<DmarcFinding["policy"]>

/** RFC 9989 4.7, reduced to what is used here. */
interface DmarcRecord {
  readonly text: string
  /** For the domain itself. `none` if it is absent. */
  readonly policy: Policy
  /** For existing subdomains. */
  readonly subdomains: Policy
  /** For subdomains that don't exist. */
  readonly nonexistent: Policy
  /** Whether it is a public suffix. `n` and `y` end the tree walk. */
  readonly psd: "y" | "n" | "u"
  /** `rua` asks for aggregate reports. `unreadable`: it has no mailto address. */
  readonly reports: "some" | "none" | "unreadable"
  /** A tag with an invalid policy: receivers may then ignore the record. */
  readonly wrong: "p" | "sp" | "np" | undefined
}

/** Whether a text is meant as a policy record, valid or not. */
export const looksLikePolicy = (text: string): boolean => /^[\s"]*v\s*=\s*dmarc1/i.test(text)

/**
 * RFC 9989 4.7, optionally with a size limit after `!` as in RFC 7489. Receivers send only to
 * `mailto:`.
 */
const isReportAddress = (uri: string): boolean => /^mailto:[^@\s]+@[^@\s]+$/.test(uri.trim())

const reportsOf = (rua: string | undefined): DmarcRecord["reports"] => {
  if (rua === undefined) return "none"
  return rua.split(",").some(isReportAddress) ? "some" : "unreadable"
}

const isPolicy = (text: string | undefined): text is Policy =>
  text === "none" || text === "quarantine" || text === "reject"

/**
 * Undefined unless `v=DMARC1`, with the value in capitals, comes first. Ignores unreadable and
 * unknown tags.
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

export interface Step {
  /** Without the prefix `_dmarc.`. */
  readonly domain: string
  readonly texts: ReadonlyArray<string>
  /** Undefined if there is none or more than one (RFC 9989 4.10). */
  readonly record: DmarcRecord | undefined
}

/** The names to query, from the domain up to the top label: at most 8, so long names skip some. */
export const namesUpward = (domain: string): ReadonlyArray<string> => {
  const labels = domain.split(".")
  const rest = labels.slice(Math.max(1, labels.length - 7))
  return [domain, ...rest.map((_, at) => rest.slice(at).join("."))]
}

export const policiesOf = (texts: ReadonlyArray<string>): ReadonlyArray<DmarcRecord> =>
  texts.flatMap((text) => parsePolicy(text) ?? [])

const stepOf = (domain: string, texts: ReadonlyArray<string>): Step => {
  const policies = policiesOf(texts)
  return { domain, texts, record: policies.length === 1 ? policies[0] : undefined }
}

/**
 * The tree walk (RFC 9989 4.10): up to the domain's own record or one that says whether it is a
 * public suffix.
 */
export const walkUp = <E>(
  domain: string,
  texts: (name: string) => Effect.Effect<ReadonlyArray<string>, E>
): Effect.Effect<ReadonlyArray<Step>, E> =>
  Effect.gen(function* () {
    const steps: Array<Step> = []
    for (const name of namesUpward(domain)) {
      const step = stepOf(name, yield* texts(`_dmarc.${name}`))
      steps.push(step)
      if (step.record !== undefined && (name === domain || step.record.psd !== "u")) break
    }
    return steps
  })

export interface Applicable {
  readonly domain: string
  readonly record: DmarcRecord
}

/**
 * The domain's own record, else its organization's, else that of the public suffix above it (RFC
 * 9989 4.10.1 and 4.10.2).
 */
export const applicable = (steps: ReadonlyArray<Step>): Applicable | undefined => {
  const found = steps.flatMap(({ domain, record }) =>
    record === undefined ? [] : [{ domain, record }]
  )
  const last = found.at(-1)
  if (last?.record.psd !== "y" || last.domain === steps[0]?.domain) return last
  const labels = last.domain.split(".").length
  return found.find(({ domain }) => domain.split(".").length === labels + 1) ?? last
}
