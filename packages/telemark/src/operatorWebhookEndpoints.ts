import { type Operation, operations, type StorageError } from "@telemark/contract"
import { type AuditLog, makeRecorded, operatorOwner, WebhookEndpoints } from "@telemark/core"
import { Effect } from "effect"
import { type GroupApi, makeCheck } from "./operations.js"

const group = "operatorWebhookEndpoints"

export type OperatorWebhookEndpointsApi = GroupApi<typeof group>

type Run = <A, E>(effect: Effect.Effect<A, E, AuditLog | WebhookEndpoints>) => Promise<A>

type Perform = (
  owner: string,
  ...given: ReadonlyArray<unknown>
) => Effect.Effect<unknown, StorageError>

/** They need no tenant: that of the name `default` may be removed. */
export const makeOperatorWebhookEndpointsApi = (call: Run): OperatorWebhookEndpointsApi =>
  Object.fromEntries(
    Object.entries<Operation>(operations[group]).map(([name, operation]) => {
      const check = makeCheck(`${group}.${name}()`, operation)
      return [
        name,
        (...given: ReadonlyArray<unknown>) =>
          call(
            Effect.gen(function* () {
              yield* check(given)
              const { ofOperator } = yield* WebhookEndpoints
              const perform = ofOperator[name as keyof typeof ofOperator] as unknown as Perform
              const record = (yield* makeRecorded)(group, name)
              return yield* record(undefined, given, perform(operatorOwner, ...given))
            })
          )
      ]
    })
  ) as unknown as OperatorWebhookEndpointsApi
