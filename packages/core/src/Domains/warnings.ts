import { timestamp } from "@telemark/contract"
import { type Evidence, type Flag, graceMillis } from "./evidence.js"

export const flagWarnings = (
  name: "SPF" | "DKIM" | "DMARC" | "the return path",
  { failing_since, verified }: Flag,
  evidence: Evidence
): ReadonlyArray<string> => {
  const member = name === "the return path" ? "return_path_verified" : `${name.toLowerCase()}_verified`
  if (evidence === "unknown") return [`DNS gave no usable answer about ${name} just now: ${member} stays ${String(verified)}.`]
  return failing_since === null
    ? []
    : [`${name.charAt(0).toUpperCase()}${name.slice(1)} has been failing since ${timestamp(failing_since)}: ${member} becomes false after ${timestamp(failing_since + graceMillis)} unless it passes again.`]
}
