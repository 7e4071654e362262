import type { DiagnosisReport } from "@telemark/client"

export type Finding = DiagnosisReport["findings"][number]

/** What the list above the figures says of the person's own tenant, and says better. */
const saidOfTenants: ReadonlyArray<string> = ["domains", "servers", "webhooks", "reputation"]

/**
 * What the checks found that the page doesn't say yet, the worst first: what concerns the person's
 * own tenant alone is said above.
 */
export const openFindings = (
  findings: ReadonlyArray<Finding>,
  own: string
): ReadonlyArray<Finding> =>
  findings
    .filter(({ level }) => level !== "ok")
    .filter(
      ({ check, tenants }) =>
        !(saidOfTenants.includes(check) && tenants.length === 1 && tenants[0] === own)
    )
    .sort((a, b) => Number(b.level === "problem") - Number(a.level === "problem"))

const pages: Readonly<Record<string, string>> = {
  feedback: "/feedback-sources",
  sender: "/domains",
  signing: "/domains"
}

/** The page where something is done about a finding; undefined if there is none. */
export const pageOf = ({ check, tenants }: Finding): string | undefined => {
  if (!saidOfTenants.includes(check)) return pages[check]
  const [only, ...more] = tenants
  return only === undefined || more.length > 0 ? "/tenants" : `/tenants/${encodeURIComponent(only)}`
}

/** A sentence with commands in backticks, in parts: those at odd places are the commands. */
export const partsOf = (sentence: string): ReadonlyArray<string> => sentence.split("`")
