import type { Operation } from "@telemark/contract"
import type { Caller, Principal } from "@telemark/core"
import { Context, type Effect } from "effect"
import type { Answer } from "../Answer.js"
import type { IncomingRequest } from "../requests/IncomingRequest.js"

export interface Person {
  /** With a key's id and limits if that is how the person signed in. */
  readonly principal: Principal | Caller
  /** Acts for any tenant, and manages them. */
  readonly operator: boolean
  readonly name: string
  /** Epoch milliseconds; null if the host decides. */
  readonly expires_at: number | null
  /** By whom a member is known. */
  readonly issuer?: string | null | undefined
}

export interface DashboardService {
  /** People are known by the host alone, so `Authorization` is none of a key. */
  readonly ignoresKeys: boolean
  /** Undefined if the path is none of the dashboard's. */
  readonly answer: (
    request: IncomingRequest,
    path: string
  ) => Effect.Effect<Answer, unknown> | undefined
  /**
   * Continues with who calls the versioned interface. `InvalidApiKey` if nobody is signed in;
   * refuses what another site's page wants to change.
   */
  readonly caller: (
    request: IncomingRequest,
    operation: Operation,
    then: (caller: Principal | Caller) => Effect.Effect<Answer, unknown>
  ) => Effect.Effect<Answer, unknown>
}

export const Dashboard = Context.Reference("@telemark/http/Dashboard", {
  defaultValue: (): DashboardService | undefined => undefined
})
