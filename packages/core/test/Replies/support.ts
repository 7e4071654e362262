import type { Reply, Stage } from "@telemark/core"
import { readFileSync } from "node:fs"

/** A reply of a real server, and what it means. */
export interface KnownReply {
  readonly reply: string
  readonly stage: Stage
  readonly from: string | null
  readonly means: string
  /** Whether the recipient is to be suppressed for it. */
  readonly suppress: "must" | "must not" | "may"
}

export const knownReplies = JSON.parse(
  readFileSync(new URL("replies.json", import.meta.url), "utf8")
) as ReadonlyArray<KnownReply>

/** A reply as the SMTP client hands it on: its lines joined, without their codes. */
export const replyOf = (response: string): Reply => {
  const lines = response
    .split("\n")
    .map((line) => /^(\d{3})(?:[ -](?:(\d\.\d{1,3}\.\d{1,3})(?= |$))?(.*))?$/su.exec(line))
  return {
    code: Number(lines[0]?.[1]),
    enhanced: lines[0]?.[2] ?? null,
    text: lines
      .map((line) => (line?.[3] ?? "").trim())
      .join(" ")
      .slice(0, 1000)
  }
}
