import type { Sender } from "../message/Sender.js"
import type { BackOffSignal } from "./backOffLength.js"

/** Whose mail backs off: one sender's, all of its tenant's, or all on the route. */
export type BackOffScope = "sender" | "tenant" | "route"

/** Requests within this time are counted together, in milliseconds. */
const together = 60_000

/** So many different senders of a tenant (or tenants of a route) widen the back-off to it. */
const enough = 3

/**
 * The same if each request is pressing: the server closed the connection, or refuses our account.
 */
const enoughPressing = 2

interface Request {
  readonly at: number
  readonly isPressing: boolean
}

const isEnough = (requests: ReadonlyArray<Request>): boolean =>
  requests.length >= enough ||
  requests.filter(({ isPressing }) => isPressing).length >= enoughPressing

/**
 * Decides whose mail a server's request to slow down applies to: that of its sender, until several
 * different senders got one within a minute and nothing was accepted in between. Several domains of
 * one tenant widen it to the tenant, several tenants to the route: no tenant can stop others,
 * however many domains it sends from.
 */
export const makeEscalation = () => {
  /** By tenant and domain. */
  const met = new Map<string, Map<string, Request>>()

  const forgetOld = (now: number): void => {
    for (const [tenant, domains] of met) {
      for (const [domain, { at }] of domains) if (at + together <= now) domains.delete(domain)
      if (domains.size === 0) met.delete(tenant)
    }
  }

  return {
    accepted: (): void => met.clear(),
    request: (
      { domain, tenant_id }: Sender,
      { isPressing }: BackOffSignal,
      now: number
    ): BackOffScope => {
      forgetOld(now)
      const domains = met.get(tenant_id) ?? new Map<string, Request>()
      met.set(tenant_id, domains.set(domain, { at: now, isPressing }))
      const ofTenants = [...met.values()].map((requests): Request => ({
        at: now,
        isPressing: [...requests.values()].some((request) => request.isPressing)
      }))
      if (isEnough(ofTenants)) {
        met.clear()
        return "route"
      }
      return isEnough([...domains.values()]) ? "tenant" : "sender"
    }
  }
}
