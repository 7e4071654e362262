import { Effect } from "effect"
import { type DmarcRecord, parsePolicy } from "./DmarcRecord.js"

/** The records of one name of the tree walk. */
export interface Step {
  /** Without the prefix `_dmarc.`. */
  readonly domain: string
  readonly texts: ReadonlyArray<string>
  /**
   * The policy record. Undefined if there is none or more than one: several count as none (RFC 9989
   * 4.10).
   */
  readonly record: DmarcRecord | undefined
}

/**
 * The names to query, from the domain up to the top label. At most 8, so that long names skip some.
 */
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
 * The DMARC tree walk (RFC 9989 4.10): up to the domain's own record or one that says whether it is
 * a public suffix. `texts` looks up TXT records.
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
 * The record that applies to the first domain: its own, else its organization's, else that of the
 * public suffix above it (RFC 9989 4.10.1 and 4.10.2).
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
