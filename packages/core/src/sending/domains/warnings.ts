import { timestamp } from "@telemark/contract"
import { type Evidence, type Flag, graceMillis } from "./evidence.js"

const members = {
  SPF: "spf_verified",
  DKIM: "dkim_verified",
  DMARC: "dmarc_verified",
  "the return path": "return_path_verified",
  "the name for tracking": "tracking_verified"
} as const

export const flagWarnings = (
  name: keyof typeof members,
  { failing_since, verified }: Flag,
  evidence: Evidence
): ReadonlyArray<string> => {
  const member = members[name]
  if (evidence === "unknown")
    return [
      `DNS gave no usable answer about ${name} just now: ${member} stays ${String(verified)}.`
    ]
  return failing_since === null
    ? []
    : [
        `${name.charAt(0).toUpperCase()}${name.slice(1)} has been failing since ${timestamp(failing_since)}: ${member} becomes false after ${timestamp(failing_since + graceMillis)} unless it passes again.`
      ]
}
