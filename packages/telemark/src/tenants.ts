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

export interface TenantsApi {
  readonly create: (request: CreateTenant) => Promise<Tenant>
  readonly get: (name: string) => Promise<Tenant>
  readonly list: () => Promise<ReadonlyArray<Tenant>>
  /** Null takes the default sender or the monthly limit away. */
  readonly update: (name: string, changes: UpdateTenant) => Promise<Tenant>
  /**
   * Removes a tenant and everything of it. Nothing of its queue is sent any more, but messages in
   * flight may still be delivered. If interrupted, a worker removes the rest.
   */
  readonly remove: (name: string) => Promise<void>
  /**
   * Its sends reject with `SendingPaused`, and what is queued waits; attempts in flight are
   * finished. The tenant doesn't see `note`.
   */
  readonly pause: (name: string, details?: PauseTenant) => Promise<Tenant>
  /** Its complaints and bounces are counted anew. */
  readonly resume: (name: string) => Promise<Tenant>
  /** Warnings, pauses and resumptions: the last 100 of 90 days, newest first. */
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
