import {
  backOffQueries,
  type Database,
  type ConnectionLimit,
  inBrackets,
  moment,
  platformRoute,
  type StorageError,
  type Tenant
} from "@telemark/core"
import { Clock, Effect } from "effect"
import type { Settings } from "../Settings/index.js"
import { type Finding, warn, tenantNames } from "./Finding.js"

const maxNamed = 5

/**
 * Reports the servers that took fewer connections than a worker would open, which on the platform's
 * route is `allowed`.
 */
export const judgeConnectionLimits = (
  limits: ReadonlyArray<ConnectionLimit>,
  allowed: number,
  nameOf: (tenantId: string) => string
): ReadonlyArray<Finding> =>
  limits
    .filter(({ connections, route }) => route !== platformRoute || connections < allowed)
    .slice(0, maxNamed)
    .map(({ connections, refused_at, route, smtp_response, tenant_id }) => {
      const isPlatform = route === platformRoute
      const server = isPlatform ? "The relay" : `The SMTP server of ${nameOf(tenant_id)}`
      const remedy = isPlatform
        ? " Set TELEMARK_SMTP_CONNECTIONS to what it takes, divided by the number of workers, or get its limit raised."
        : ""
      return warn(
        "routes",
        `${server} refused one connection more at ${moment(refused_at)}${inBrackets(smtp_response)}. ` +
          `A worker goes on with ${String(connections)}, and tries one more every five minutes.${remedy}`,
        isPlatform ? {} : { tenants: [tenant_id] }
      )
    })

export const checkConnectionLimits = (
  { transport }: Pick<Settings, "transport">,
  tenants: ReadonlyArray<Tenant>
): Effect.Effect<ReadonlyArray<Finding>, StorageError, Database> =>
  Effect.gen(function* () {
    const limits = yield* (yield* backOffQueries).limits(yield* Clock.currentTimeMillis)
    return judgeConnectionLimits(
      limits,
      transport._tag === "Smtp" ? transport.connections : 0,
      tenantNames(tenants)
    )
  })
