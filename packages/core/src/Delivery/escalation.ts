import type { Sender } from "./Sender.js"
import type { BackOffSignal } from "./backOffLength.js"

/** Whose mail waits: one sender's, all of its tenant's, or all that takes the route. */
export type BackOffScope = "sender" | "tenant" | "route"

/** Requests within this time are seen together, in milliseconds. */
const together = 60_000

/** As many different ones mean more than themselves. */
const enough = 3

/** …or as many where each request is pressing: the server hung up with it, or refuses our account. */
const enoughPressing = 2

interface Request {
  readonly at: number
  readonly isPressing: boolean
}

const isEnough = (requests: ReadonlyArray<Request>): boolean =>
  requests.length >= enough || requests.filter(({ isPressing }) => isPressing).length >= enoughPressing

/**
 * Decides whose mail a request of the server's is about: the sender's who met it, until several different ones have met one within a minute
 * and nothing was accepted in between. Several domains of one tenant stand for the tenant, several tenants for the route: no tenant can stop
 * others, however many domains it sends from.
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
    /** A message was taken: the server works for us. */
    accepted: (): void => met.clear(),
    request: ({ domain, tenant_id }: Sender, { isPressing }: BackOffSignal, now: number): BackOffScope => {
      forgetOld(now)
      const domains = met.get(tenant_id) ?? new Map<string, Request>()
      met.set(tenant_id, domains.set(domain, { at: now, isPressing }))
      const ofTenants = [...met.values()].map((requests): Request =>
        ({ at: now, isPressing: [...requests.values()].some((request) => request.isPressing) }))
      if (isEnough(ofTenants)) {
        met.clear()
        return "route"
      }
      return isEnough([...domains.values()]) ? "tenant" : "sender"
    }
  }
}
