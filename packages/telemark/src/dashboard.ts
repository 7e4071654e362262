import { type Services, type StorageHealth, ValidationFailed } from "@telemark/core"
import { type DashboardFiles, loadDashboard } from "@telemark/dashboard"
import {
  type Authorize,
  Dashboard,
  type HandlersAt,
  handlersAt,
  hostAccess,
  makeDashboard
} from "@telemark/http"
import { Effect } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Calls } from "./calls.js"
import { makeMounts, type Mounts } from "./mounts.js"

/** Options of `telemark.dashboard`. */
export interface DashboardOptions<Received = IncomingMessage | Request> {
  /**
   * Says who makes a request, by the tenant's name and what the person may do; null if nobody is
   * signed in. Called for each request with what the host has called the handler with: Node's
   * request, which may be Express', or that of fetch. If it throws, the answer is 500.
   */
  readonly authorize: Authorize<Received>
}

/** A handler for Node itself: `app.use("/mail", telemark.dashboard({ authorize }))` in Express. */
export interface DashboardMounts extends Mounts {
  (request: IncomingMessage, response: ServerResponse): void
}

/** Without it, everybody would be asked for a sign-in that isn't there. */
export const requireAuthorize = (options: unknown): void => {
  if (typeof (options as { readonly authorize?: unknown } | undefined)?.authorize !== "function") {
    throw ValidationFailed.at(
      "authorize",
      "must be a function that returns { tenant, scopes?, operator?, name? } or null"
    )
  }
}

let loading: Promise<DashboardFiles> | undefined

/** Once in a process, at the first request. */
const files = Effect.promise(
  () =>
    (loading ??= loadDashboard().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
)

export const dashboardHandlers = <Received>(
  { authorize }: DashboardOptions<Received>,
  features: { readonly inbox: boolean }
): Effect.Effect<HandlersAt, never, Services | StorageHealth> =>
  Effect.flatMap(hostAccess(authorize), (access) =>
    Effect.provideService(handlersAt, Dashboard, makeDashboard({ access, features, files }))
  )

export const makeDashboardMounts = (handlers: HandlersAt, calls: Calls): DashboardMounts => {
  const mounts = makeMounts(handlers, calls, { ownsItsRoot: true })
  return Object.assign((request: IncomingMessage, response: ServerResponse): void => {
    mounts.nodeHandler(request, response)
  }, mounts)
}
