import {
  type BackOff,
  backOffQueries,
  type ConnectionLimit,
  inBrackets,
  isRefusal,
  moment,
  platformRoute,
  type Tenant,
  whatServerDid
} from "@telemark/core"
import { Clock, Effect } from "effect"
import type { Settings } from "../settings/Settings.js"
import { formatDuration } from "../settings/settingValues.js"
import { type Finding, findingsOf, tenantNames } from "./Finding.js"

const { fail, warn } = findingsOf("routes")

const maxNamed = 5

const routeName = ({ route, tenant_id }: BackOff, nameOf: (tenantId: string) => string): string =>
  route === platformRoute ? "the platform's route" : `the SMTP server of ${nameOf(tenant_id)}`

const whoseOn = (backOff: BackOff, nameOf: (tenantId: string) => string): string => {
  const { route, sender_domain, tenant_id } = backOff
  const on = routeName(backOff, nameOf)
  if (sender_domain !== "")
    return `Mail from ${sender_domain} (${nameOf(tenant_id)}) on ${on} waits`
  return route === platformRoute && tenant_id !== ""
    ? `All mail of ${nameOf(tenant_id)} on ${on} waits`
    : `All mail on ${on} waits`
}

const remedies: Readonly<Record<BackOff["cause"], string>> = {
  account_refused: "Sign in there and get the account unlocked.",
  refused:
    "Fix what it says: the login, TLS, its certificate, or whether it takes mail from this machine.",
  daily_limit: "Mail waits until the limit ends; get it raised if you reach it often.",
  asked_for_less:
    "Delivery continues by itself, more slowly; if this happens often, get the limit raised."
}

const otherwise = ({ cause }: BackOff, refusedGiveUp: number): string =>
  isRefusal(cause)
    ? ` Refused mail is tried again for ${formatDuration(refusedGiveUp)}, and then fails.`
    : ""

const sentence = (
  backOff: BackOff,
  now: number,
  refusedGiveUp: number,
  nameOf: (tenantId: string) => string
): string =>
  `${whoseOn(backOff, nameOf)}${backOff.until > now ? ` until ${moment(backOff.until)}` : " for its next attempt"}: ${whatServerDid(backOff)}. ` +
  `${remedies[backOff.cause]}${otherwise(backOff, refusedGiveUp)}`

/** A tenant's own server is that tenant's responsibility. */
const isFailure = (backOff: BackOff, now: number): boolean =>
  backOff.route === platformRoute && isRefusal(backOff.cause) && backOff.until > now

/** `refusedGiveUp`: how long refused mail is retried, in milliseconds. */
export const judgeBackOffs = (
  backOffs: ReadonlyArray<BackOff>,
  now: number,
  refusedGiveUp: number,
  nameOf: (tenantId: string) => string
): ReadonlyArray<Finding> => {
  // Somebody must act on refusals; the others pass by themselves.
  const named = [...backOffs]
    .sort((a, b) => Number(isRefusal(b.cause)) - Number(isRefusal(a.cause)))
    .slice(0, maxNamed)
  const findings = named.map((backOff) =>
    (isFailure(backOff, now) ? fail : warn)(sentence(backOff, now, refusedGiveUp, nameOf))
  )
  const more = backOffs.length - named.length
  return more === 0
    ? findings
    : [
        ...findings,
        warn(
          `${String(more)} more ${more === 1 ? "sender waits" : "senders wait"} for a route that backs off.`
        )
      ]
}

export const checkBackOffs = ({ retry }: Pick<Settings, "retry">, tenants: ReadonlyArray<Tenant>) =>
  Effect.gen(function* () {
    const backOffs = yield* (yield* backOffQueries).list
    return judgeBackOffs(
      backOffs,
      yield* Clock.currentTimeMillis,
      retry.refusedGiveUp,
      tenantNames(tenants)
    )
  })

/**
 * Servers that took fewer connections than a worker would open, which on the platform's route is
 * `allowed`.
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
        `${server} refused one connection more at ${moment(refused_at)}${inBrackets(smtp_response)}. ` +
          `A worker goes on with ${String(connections)}, and tries one more every five minutes.${remedy}`,
        isPlatform ? {} : { tenants: [tenant_id] }
      )
    })

export const checkConnectionLimits = (
  { transport }: Pick<Settings, "transport">,
  tenants: ReadonlyArray<Tenant>
) =>
  Effect.gen(function* () {
    const limits = yield* (yield* backOffQueries).limits(yield* Clock.currentTimeMillis)
    return judgeConnectionLimits(
      limits,
      transport._tag === "Smtp" ? transport.connections : 0,
      tenantNames(tenants)
    )
  })
