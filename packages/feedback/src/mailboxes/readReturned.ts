import type { FoundReport } from "@telemark/core"
import type { IgnoredReason } from "../bounces/Bounce.js"
import { isWish, wishesOf } from "../bounces/isWish.js"
import { maxMessageBytes } from "../bounces/parseMime.js"
import { readBounce } from "../bounces/readBounce.js"
import { reportsOf } from "../bounces/reportsOf.js"
import { emailIdsIn, unsubscribeIdsIn } from "../returnPath/emailIdsIn.js"

/** What a message in a mailbox for bounces says. */
export type Returned =
  | { readonly _tag: "Reports"; readonly reports: ReadonlyArray<FoundReport> }
  | { readonly _tag: "Ignored"; readonly reason: IgnoredReason }
  | { readonly _tag: "Unknown" }

/**
 * Reads a message from a mailbox that gets bounces, at most its first 256 KiB. Never rejects. A
 * return path that one of `keys` signed takes precedence over the message that a report names: see
 * `reportsOf`. Mail to an address for unsubscribing that they signed is a wish, unless a program
 * wrote it.
 */
export const readReturned = async (
  source: Uint8Array,
  keys: ReadonlyArray<Uint8Array>
): Promise<Returned> => {
  const front = source.subarray(0, maxMessageBytes)
  const unsubscribed = unsubscribeIdsIn(keys, front)
  if (unsubscribed.length > 0) {
    return (await isWish(front))
      ? { _tag: "Reports", reports: wishesOf(unsubscribed) }
      : { _tag: "Ignored", reason: "automatic_reply" }
  }
  const bounce = await readBounce(front)
  if (bounce._tag === "Ignored" || bounce._tag === "Unknown") return bounce
  return { _tag: "Reports", reports: reportsOf(bounce, emailIdsIn(keys, front)) }
}
