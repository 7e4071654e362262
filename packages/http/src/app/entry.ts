import { InsufficientScope, type Operation, type RateLimitStatus } from "@telemark/contract"
import { ApiKeys, type Caller, Direct, isCaller, type Principal } from "@telemark/core"
import { Effect } from "effect"
import type { Answer } from "../Answer.js"
import { bearerToken, type IncomingRequest } from "../requests/IncomingRequest.js"

type Then<By> = (caller: By) => Effect.Effect<Answer, unknown>

/** Whether to ask again who calls once the body is there: not for each mail that a key sends. */
export const mayHaveEnded = (caller: Principal | Caller, audited: boolean): boolean =>
  caller.session !== undefined || caller.actor?.kind === "member" || (audited && isCaller(caller))

export const keyOf = ({ parts }: IncomingRequest): string | undefined =>
  bearerToken(parts.header("authorization"))

/**
 * What every call of an operation passes: its key, its scope, and its rate limit. Continuations
 * instead of effects between these steps, which would cost every request.
 */
export const makeEntry = Effect.map(ApiKeys, (keys) => {
  const permitting =
    <By extends Principal>(
      request: IncomingRequest,
      { scope }: Pick<Operation, "scope">,
      then: Then<By>
    ): Then<By> =>
    (caller) => {
      request.tenantId = caller.tenant.id
      return caller.scopes.has(scope) ? then(caller) : new InsufficientScope({ required: scope })
    }

  return {
    permitting,

    withKey: (
      key: string,
      request: IncomingRequest,
      operation: Pick<Operation, "scope">,
      then: Then<Caller>
    ): Effect.Effect<Answer, unknown> =>
      Direct.flatMap(keys.authenticate(key), permitting(request, operation, then)),

    counting: (
      request: IncomingRequest,
      counted: Effect.Effect<RateLimitStatus, unknown> | undefined,
      then: () => Effect.Effect<Answer, unknown>
    ): Effect.Effect<Answer, unknown> =>
      counted === undefined
        ? then()
        : Direct.flatMap(counted, (status) => {
            request.rateLimit = status
            return then()
          })
  }
})
