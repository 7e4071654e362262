import {
  describeExcess,
  judgeReputation,
  reputationQueries,
  type Tenant,
  timestamp,
  windowStarts
} from "@telemark/core"
import { Clock, Effect } from "effect"
import { type Finding, findingsOf } from "./Finding.js"

const { warn } = findingsOf("reputation")

/** Of tenants that are examined, and of domains of each. */
const maxTenants = 1000
const maxDomains = 20

/** It goes on only if the operator says so. */
const judgePaused = (tenants: ReadonlyArray<Tenant>): ReadonlyArray<Finding> =>
  tenants.flatMap(({ name, paused }) =>
    paused === undefined
      ? []
      : [
          warn(
            `Sending of the tenant ${name} is paused since ${timestamp(paused.at)} (${paused.note ?? paused.reason}).`,
            { tenants: [name], command: `\`telemark tenants resume ${name}\` resumes it.` }
          )
        ]
  )

export const checkReputation = (tenants: ReadonlyArray<Tenant>) =>
  Effect.gen(function* () {
    const { sumUp, troubled } = yield* reputationQueries
    const starts = windowStarts(yield* Clock.currentTimeMillis)
    const findings: Array<Finding> = [...judgePaused(tenants)]
    for (const { name, tenant_id } of (yield* troubled(starts.week)).slice(0, maxTenants)) {
      const { domains, total } = yield* sumUp(tenant_id, starts, maxDomains)
      for (const { counts, domain } of [{ domain: "all domains", counts: total }, ...domains]) {
        const [worst] = judgeReputation(counts)
        if (worst === undefined) continue
        findings.push(
          warn(`Mail of the tenant ${name} from ${domain} had ${describeExcess(worst)}.`, {
            tenants: [name],
            command: `\`telemark tenants reputation ${name}\` shows more, and \`telemark tenants pause ${name}\` stops it.`
          })
        )
        if (domain === "all domains" && domains.length === 1) break
      }
    }
    return findings
  })
