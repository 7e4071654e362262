import { Clock, Effect } from "effect"
import { Database } from "../../database/Database.js"
import { startOf } from "../analytics/periodCounts.js"
import { countEvent, newOperatorEvent } from "./OperatorEvent.js"
import { pausedTenants } from "./PausedTenants.js"
import { type TenantCounts, type WindowCounts, windowStarts } from "./countedMail.js"
import { describeExcess, type Excess, judgeReputation } from "./judgeReputation.js"
import { reputationQueries, type Troubled } from "./reputationTable.js"

/** What is done about tenants whose mail exceeds a limit. */
export type GuardMode = "off" | "warn" | "pause"

/**
 * Of a tenant's domains, those with the most complaints and bounces are judged, and all of them
 * together.
 */
export const maxDomains = 100

/**
 * Reports are recorded in the hour in which they are decided on, which may have ended before they
 * are visible.
 */
const overlap = 10 * 60_000

interface Found {
  /** Absent: all domains together. */
  readonly domain?: string
  readonly excess: Excess
}

const firstOf = (counts: WindowCounts, domain?: string): ReadonlyArray<Found> =>
  judgeReputation(counts)
    .slice(0, 1)
    .map((excess) => ({ excess, ...(domain === undefined ? {} : { domain }) }))

const mustPause = ({ excess }: Found): boolean => excess.level === "pause"

/**
 * The worst excess of each domain, and that of all together if it is worse: mail spread over many
 * domains exceeds that alone.
 */
const excessesOf = ({ domains, total }: TenantCounts): ReadonlyArray<Found> => {
  const found = domains.flatMap(({ counts, domain }) => firstOf(counts, domain))
  const all = firstOf(total)
  return found.length === 0 || (all.some(mustPause) && !found.some(mustPause))
    ? [...found, ...all]
    : found
}

const day = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** A guard, which looks at the tenants whose numbers have changed since it last looked. */
export const makeGuard = (mode: GuardMode) =>
  Effect.gen(function* () {
    const { write } = yield* Database
    const pausing = yield* pausedTenants
    const { insertEvent, sumUp, troubled } = yield* reputationQueries
    let seen: ReadonlyMap<string, string> = new Map()

    const warn = ({ name, tenant_id }: Troubled, { domain, excess }: Found, now: number) =>
      Effect.gen(function* () {
        const tenant = { id: tenant_id, name }
        const event = yield* newOperatorEvent("tenant.warned", tenant, now, { domain, excess })
        // Once a day, whichever process and after whatever restart.
        const onceKey = `${tenant_id} ${domain ?? ""} ${excess.level} ${day(now)}`
        if (!(yield* write(insertEvent(event, onceKey)))) return
        yield* countEvent(event)
        yield* Effect.logWarning(
          "a tenant's mail gets too many complaints or bounces. `telemark tenants reputation` shows its figures",
          {
            tenant: name,
            tenant_id,
            ...(domain === undefined ? {} : { domain }),
            reason: describeExcess(excess)
          }
        )
      })

    const pause = ({ name, tenant_id }: Troubled, { domain, excess }: Found, now: number) =>
      Effect.gen(function* () {
        const reason = excess.measure
        const note = `${domain === undefined ? "all domains" : domain}: ${describeExcess(excess)}`
        const event = yield* newOperatorEvent("tenant.paused", { id: tenant_id, name }, now, {
          reason,
          note,
          domain,
          excess
        })
        if (!(yield* pausing.pause(tenant_id, { at: now, reason, note }, now, event))) return
        yield* countEvent(event)
        yield* Effect.logWarning(
          "a tenant's sending was paused. `telemark tenants resume` resumes it",
          { tenant: name, tenant_id, reason: note }
        )
      })

    const check = (tenant: Troubled) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const found = excessesOf(yield* sumUp(tenant.tenant_id, windowStarts(now), maxDomains))
        const worst = found.find(mustPause)
        if (mode === "pause" && worst !== undefined) return yield* pause(tenant, worst, now)
        yield* Effect.forEach(found, (one) => warn(tenant, one, now), { discard: true })
      })

    return mode === "off"
      ? Effect.succeed(0)
      : Effect.gen(function* () {
          const since = startOf("hour", (yield* Clock.currentTimeMillis) - overlap)
          const found = yield* troubled(since)
          const numbers = (one: Troubled) => `${String(since)} ${String(one.trouble)}`
          const changed = found.filter((one) => seen.get(one.tenant_id) !== numbers(one))
          yield* Effect.forEach(changed, check, { discard: true })
          // Only now: what failed is looked at again.
          seen = new Map(found.map((one) => [one.tenant_id, numbers(one)]))
          return found.length
        })
  })
