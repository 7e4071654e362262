import { timestamp } from "@telemark/contract"
import { type Evidence, type Flag, graceMillis } from "./evidence.js"

export const flagWarnings = (
  name: "SPF" | "DKIM" | "DMARC",
  { failing_since, verified }: Flag,
  evidence: Evidence
): ReadonlyArray<string> => {
  const member = `${name.toLowerCase()}_verified`
  if (evidence === "unknown") return [`DNS gave no usable answer about ${name} just now: ${member} stays ${String(verified)}.`]
  return failing_since === null
    ? []
    : [`${name} has been failing since ${timestamp(failing_since)}: ${member} becomes false after ${timestamp(failing_since + graceMillis)} unless it passes again.`]
}
