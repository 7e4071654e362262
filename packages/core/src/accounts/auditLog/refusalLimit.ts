import { Clock, Effect } from "effect"
import { CurrentAuditOrigin } from "./AuditEntry.js"

const hour = 60 * 60_000

/** Entries of this process in an hour, so that nobody fills the table from many addresses. */
const maxAnHour = 20

/** Whether a refused sign-in is written down: the first one of an address in an hour is. */
export const makeRefusalLimit = Effect.sync(() => {
  let began = Number.NEGATIVE_INFINITY
  const seen = new Set<string>()
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { address = "" } = yield* CurrentAuditOrigin
    if (now - began >= hour) {
      began = now
      seen.clear()
    }
    if (seen.size >= maxAnHour || seen.has(address)) return false
    seen.add(address)
    return true
  })
})
