import type { StorageError } from "@telemark/contract"
import { Context, type Effect, type Result } from "effect"
import type { TopicRecord } from "./Topic.js"

/** Port: the topics of tenants. */
export class TopicStore extends Context.Service<
  TopicStore,
  {
    /**
     * Nothing is written if the tenant has a topic of this id (`exists`) or `max` topics (`full`),
     * also with concurrent inserts.
     */
    readonly insert: (
      topic: TopicRecord,
      max: number
    ) => Effect.Effect<"inserted" | "exists" | "full", StorageError>
    /** In the order in which they were created, ties by id. */
    readonly list: (tenantId: string) => Effect.Effect<ReadonlyArray<TopicRecord>, StorageError>
    readonly find: (
      tenantId: string,
      id: string
    ) => Effect.Effect<TopicRecord | undefined, StorageError>
    /**
     * Replaces a topic by the result of `change`, which runs inside the transaction. If that is a
     * refusal, nothing changes. Undefined if there is none.
     */
    readonly update: <Refusal>(
      tenantId: string,
      id: string,
      change: (current: TopicRecord) => Result.Result<TopicRecord, Refusal>
    ) => Effect.Effect<Result.Result<TopicRecord, Refusal> | undefined, StorageError>
    /** False if there was none. Its suppressions stay. */
    readonly remove: (tenantId: string, id: string) => Effect.Effect<boolean, StorageError>
  }
>()("@telemark/core/TopicStore") {}
