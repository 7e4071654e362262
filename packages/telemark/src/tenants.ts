import {
  type CreateTenant,
  type OperatorEvent,
  type PauseTenant,
  Reputation,
  type Tenant,
  Tenants,
  type UpdateTenant
} from "@telemark/core"
import { Effect } from "effect"

/** What the operator does with tenants. */
export interface TenantsApi {
  readonly create: (request: CreateTenant) => Promise<Tenant>
  readonly get: (name: string) => Promise<Tenant>
  readonly list: () => Promise<ReadonlyArray<Tenant>>
  /**
   * Changes the default sender, the monthly limit or what is tracked; null takes one of the first
   * two away.
   */
  readonly update: (name: string, changes: UpdateTenant) => Promise<Tenant>
  /**
   * Removes a tenant with its keys, mail, log, templates, domains and everything else. Nothing of
   * its queue is sent any more, but messages in flight may still be delivered. If this is
   * interrupted, a worker removes the rest.
   */
  readonly remove: (name: string) => Promise<void>
  /**
   * Pauses a tenant's sending: its sends reject with `SendingPaused`, and what is queued waits.
   * Attempts in flight are finished. `note` is for you; the tenant doesn't see it.
   */
  readonly pause: (name: string, details?: PauseTenant) => Promise<Tenant>
  /** Resumes a tenant's sending. Its complaints and bounces are counted anew. */
  readonly resume: (name: string) => Promise<Tenant>
  /**
   * Which tenants were warned of, paused and resumed: the last 100 times of 90 days, newest
   * first.
   */
  readonly events: () => Promise<ReadonlyArray<OperatorEvent>>
}

type Run = <A, E>(effect: Effect.Effect<A, E, Reputation | Tenants>) => Promise<A>

export const makeTenantsApi = (call: Run): TenantsApi => ({
  create: (request) => call(Effect.flatMap(Tenants, (tenants) => tenants.create(request))),
  get: (name) => call(Effect.flatMap(Tenants, (tenants) => tenants.get(name))),
  list: () => call(Effect.flatMap(Tenants, (tenants) => tenants.list)),
  update: (name, changes) =>
    call(Effect.flatMap(Tenants, (tenants) => tenants.update(name, changes))),
  remove: (name) => call(Effect.flatMap(Tenants, (tenants) => tenants.remove(name))),
  pause: (name, details) =>
    call(Effect.flatMap(Reputation, (reputation) => reputation.pause(name, details))),
  resume: (name) => call(Effect.flatMap(Reputation, (reputation) => reputation.resume(name))),
  events: () => call(Effect.flatMap(Reputation, (reputation) => reputation.events))
})
