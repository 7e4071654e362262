const hour = 3_600_000

/** For how long a record may be missing before that counts, when nobody asked: outages and mistakes of an evening pass. */
export const graceMillis = 24 * hour

/** What a look says about a record. DNS that can't answer says nothing. */
export type Evidence = "there" | "gone" | "unknown"

export const evidenceOf = (finding: { readonly status: string; readonly verified: boolean } | undefined): Evidence => {
  if (finding === undefined || finding.status === "temperror") return "unknown"
  return finding.verified ? "there" : "gone"
}

/** When the look was, and whether somebody asked for it. Who asks wants to hear what holds now: it counts at once. */
export interface Occasion {
  readonly now: number
  readonly asked: boolean
}

/** Whether a record is verified, and since when it has been failing all the same; null while it is there. */
export interface Flag {
  readonly verified: boolean
  readonly failing_since: number | null
}

/** A flag is raised at once. It is lost at once when somebody asked, otherwise after a day of definite failure. */
export const judgeFlag = (flag: Flag, evidence: Evidence, { asked, now }: Occasion): Flag => {
  if (evidence === "unknown") return flag
  if (evidence === "there") return { verified: true, failing_since: null }
  const failing_since = flag.failing_since ?? now
  return flag.verified && !asked && now - failing_since < graceMillis
    ? { verified: true, failing_since }
    : { verified: false, failing_since: null }
}
