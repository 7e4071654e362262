import type { Operation } from "@telemark/contract"
import type { Caller, Principal } from "@telemark/core"
import { Context, type Effect } from "effect"
import type { Answer } from "../Answer.js"
import type { IncomingRequest } from "../requests/IncomingRequest.js"

/** A person who uses the dashboard. */
export interface Person {
  /** With a key's id and limits if the person signed in with a key. */
  readonly principal: Principal | Caller
  /** Whether the person runs the deployment: acts for any tenant, and manages them. */
  readonly operator: boolean
  readonly name: string
  /** When the session ends, in epoch milliseconds; null if the host decides. */
  readonly expires_at: number | null
}

/** The dashboard of a mount: its pages, and whom requests without a key come from. */
export interface DashboardService {
  /** Whether people are known by the host alone, so that `Authorization` is none of a key. */
  readonly ignoresKeys: boolean
  /**
   * Answers a request for a page, a file or the session; undefined if its path is none of the
   * dashboard's.
   */
  readonly answer: (
    request: IncomingRequest,
    path: string
  ) => Effect.Effect<Answer, unknown> | undefined
  /**
   * Goes on with who makes a request to the versioned interface. Fails with `InvalidApiKey` if
   * nobody is signed in; refuses what another site's page wants to change.
   */
  readonly caller: (
    request: IncomingRequest,
    operation: Operation,
    then: (caller: Principal | Caller) => Effect.Effect<Answer, unknown>
  ) => Effect.Effect<Answer, unknown>
}

/** Without a dashboard by default. */
export const Dashboard = Context.Reference("@telemark/http/Dashboard", {
  defaultValue: (): DashboardService | undefined => undefined
})
