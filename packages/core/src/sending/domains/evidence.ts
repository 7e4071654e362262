const hour = 3_600_000

/**
 * How long a record may be missing in automatic checks before that counts, in milliseconds: outages
 * and short mistakes pass.
 */
export const graceMillis = 24 * hour

/** What a check shows about a record. A DNS error shows nothing (`unknown`). */
export type Evidence = "there" | "gone" | "unknown"

export const evidenceOf = (
  finding: { readonly status: string; readonly verified: boolean } | undefined
): Evidence => {
  if (finding === undefined || finding.status === "temperror") return "unknown"
  return finding.verified ? "there" : "gone"
}

/** When the check was, and whether a user asked for it: then its result counts at once. */
export interface Occasion {
  readonly now: number
  readonly asked: boolean
}

/**
 * Whether a record counts as verified, and since when it has been missing nevertheless; null while
 * it is there.
 */
export interface Flag {
  readonly verified: boolean
  readonly failing_since: number | null
}

/**
 * Sets a flag at once. Clears it at once if a user asked, otherwise after a day of definite
 * failure.
 */
export const judgeFlag = (flag: Flag, evidence: Evidence, { asked, now }: Occasion): Flag => {
  if (evidence === "unknown") return flag
  if (evidence === "there") return { verified: true, failing_since: null }
  const failing_since = flag.failing_since ?? now
  return flag.verified && !asked && now - failing_since < graceMillis
    ? { verified: true, failing_since }
    : { verified: false, failing_since: null }
}
