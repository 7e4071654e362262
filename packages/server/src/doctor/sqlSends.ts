import { sqlSendQueries, timestamp } from "@telemark/core"
import { Clock, Effect } from "effect"
import { counted } from "../output.js"
import { type Finding, findingsOf } from "./Finding.js"

const { warn } = findingsOf("sql")

/** In milliseconds: workers take what is inserted within seconds. */
const late = 60_000

export const judgeSqlSends = (
  waiting: number,
  oldest: number | undefined,
  now: number
): ReadonlyArray<Finding> =>
  oldest === undefined || now - oldest < late
    ? []
    : [
        warn(
          `${waiting === 1 ? "A send" : counted(waiting, "send")} inserted by SQL ${waiting === 1 ? "waits" : "wait"}, the oldest since ${timestamp(oldest)}. ` +
            "Each worker takes them: start `telemark serve` or `telemark worker`. If one runs, its log says why."
        )
      ]

/** Of tenants that may send: those of others wait until they are resumed. */
export const checkSqlSends = Effect.gen(function* () {
  const { waiting } = yield* sqlSendQueries
  const { count, oldest } = yield* waiting
  return judgeSqlSends(count, oldest ?? undefined, yield* Clock.currentTimeMillis)
})
