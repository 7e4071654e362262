import {
  type AuditLog,
  type CreateTenant,
  makeRecorded,
  type Operations,
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

type Run = <A, E>(effect: Effect.Effect<A, E, AuditLog | Reputation | Tenants>) => Promise<A>

export const makeTenantsApi = (call: Run): TenantsApi => {
  /** In the audit log, as the same operation of the interface is. */
  const change = <A, E>(
    operation: keyof Operations["tenants"],
    given: ReadonlyArray<unknown>,
    effect: Effect.Effect<A, E, Reputation | Tenants>
  ): Promise<A> =>
    call(
      Effect.flatMap(makeRecorded, (recorded) =>
        recorded("tenants", operation)(undefined, given, effect)
      )
    )
  return {
    create: (request) =>
      change(
        "create",
        [request],
        Tenants.use(({ create }) => create(request))
      ),
    get: (name) => call(Tenants.use(({ get }) => get(name))),
    list: () => call(Tenants.use(({ list }) => list)),
    update: (name, changes) =>
      change(
        "update",
        [name, changes],
        Tenants.use(({ update }) => update(name, changes))
      ),
    remove: (name) =>
      change(
        "remove",
        [name],
        Tenants.use(({ remove }) => remove(name))
      ),
    pause: (name, details) =>
      change(
        "pause",
        [name, details],
        Reputation.use(({ pause }) => pause(name, details))
      ),
    resume: (name) =>
      change(
        "resume",
        [name],
        Reputation.use(({ resume }) => resume(name))
      ),
    events: () => call(Reputation.use(({ events }) => events))
  }
}
