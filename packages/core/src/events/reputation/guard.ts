import type { StorageError } from "@telemark/contract"
import { Clock, Effect } from "effect"
import { newId } from "../../kernel/ids/newId.js"
import { hourOf, type WindowCounts, windowStarts } from "./MailCounts.js"
import type { OperatorEvent } from "./OperatorEvent.js"
import type { ReputationStore, TenantCounts, Troubled } from "./ReputationStore.js"
import { describeExcess } from "./describeExcess.js"
import { type Excess, judgeReputation } from "./judge.js"
import { countEvent } from "./metrics.js"

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

/**
 * Looks at the tenants whose numbers have changed since it last looked, and warns of them or pauses
 * them. Made once per process.
 */
export const makeGuard = (
  store: typeof ReputationStore.Service,
  mode: GuardMode
): Effect.Effect<number, StorageError> => {
  let seen: ReadonlyMap<string, string> = new Map()

  const warn = (tenant: Troubled, { domain, excess }: Found, now: number) =>
    Effect.gen(function* () {
      const event: OperatorEvent = {
        id: yield* newId("oev"),
        type: "tenant.warned",
        tenant_id: tenant.tenant_id,
        created_at: now,
        data: { tenant: tenant.name, domain, excess }
      }
      // Once a day, whichever process and after whatever restart.
      if (
        !(yield* store.writeOnce(
          `${tenant.tenant_id} ${domain ?? ""} ${excess.level} ${day(now)}`,
          event
        ))
      )
        return
      yield* countEvent(event)
      yield* Effect.logWarning(
        "a tenant's mail gets too many complaints or bounces. `telemark tenants reputation` shows its figures",
        {
          tenant: tenant.name,
          tenant_id: tenant.tenant_id,
          ...(domain === undefined ? {} : { domain }),
          reason: describeExcess(excess)
        }
      )
    })

  const pause = (tenant: Troubled, { domain, excess }: Found, now: number) =>
    Effect.gen(function* () {
      const { name, tenant_id } = tenant
      const note = `${domain === undefined ? "all domains" : domain}: ${describeExcess(excess)}`
      const event: OperatorEvent = {
        id: yield* newId("oev"),
        type: "tenant.paused",
        tenant_id,
        created_at: now,
        data: { tenant: name, reason: excess.measure, note, domain, excess }
      }
      if (!(yield* store.pause(tenant_id, { at: now, reason: excess.measure, note }, now, event)))
        return
      yield* countEvent(event)
      yield* Effect.logWarning(
        "a tenant's sending was paused. `telemark tenants resume` resumes it",
        { tenant: name, tenant_id, reason: note }
      )
    })

  const check = (tenant: Troubled) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const found = excessesOf(yield* store.sumUp(tenant.tenant_id, windowStarts(now), maxDomains))
      const worst = found.find(mustPause)
      if (mode === "pause" && worst !== undefined) return yield* pause(tenant, worst, now)
      yield* Effect.forEach(found, (one) => warn(tenant, one, now), { discard: true })
    })

  return mode === "off"
    ? Effect.succeed(0)
    : Effect.gen(function* () {
        const since = hourOf((yield* Clock.currentTimeMillis) - overlap)
        const troubled = yield* store.troubled(since)
        const numbers = (one: Troubled) => `${String(since)} ${String(one.trouble)}`
        const changed = troubled.filter((one) => seen.get(one.tenant_id) !== numbers(one))
        yield* Effect.forEach(changed, check, { discard: true })
        // Only now: what failed is looked at again.
        seen = new Map(troubled.map((one) => [one.tenant_id, numbers(one)]))
        return troubled.length
      })
}
