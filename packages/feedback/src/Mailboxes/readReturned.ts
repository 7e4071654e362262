import type { FoundReport } from "@telemark/core"
import { type IgnoredReason, readBounce } from "../Bounces/index.js"
import { emailIdsIn } from "../ReturnPath/index.js"

/** What is read of a message. The rest is what it returns. */
export const maxMessageBytes = 262_144

/** What a message in a mailbox for bounces says. */
export type Returned =
  | { readonly _tag: "Reports"; readonly reports: ReadonlyArray<FoundReport> }
  | { readonly _tag: "Ignored"; readonly reason: IgnoredReason }
  | { readonly _tag: "Unknown" }

/**
 * Reads a message from a mailbox that gets bounces, at most its first 256 KiB. Never rejects. A return path that one of `keys` signed takes precedence
 * over the message that a report names: anybody can write an id into a bounce, but only those who got a mail know its token.
 */
export const readReturned = async (source: Uint8Array, keys: ReadonlyArray<Uint8Array>): Promise<Returned> => {
  const front = source.subarray(0, maxMessageBytes)
  const bounce = await readBounce(front)
  if (bounce._tag === "Ignored" || bounce._tag === "Unknown") return bounce
  const ids = emailIdsIn(keys, front)
  if (ids.length === 0) return { _tag: "Reports", reports: bounce.reports }
  return { _tag: "Reports", reports: ids.flatMap((email_id) => bounce.reports.map((report): FoundReport => ({ ...report, message: { email_id } }))) }
}
