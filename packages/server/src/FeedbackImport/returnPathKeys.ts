import { makeReturnPathKeys, type StorageError, type StoredKeys } from "@telemark/core"
import { Effect } from "effect"
import { type InvalidSettings, secretMissing, type Settings } from "../Settings/index.js"

/**
 * The keys that return paths were signed with. Without any secret yet, as in a new SQLite database,
 * there are none; on Postgres that is an error.
 */
export const returnPathKeys = ({
  database,
  secret
}: Pick<Settings, "database" | "secret">): Effect.Effect<
  Effect.Effect<ReadonlyArray<Uint8Array>, StorageError | InvalidSettings>,
  never,
  StoredKeys
> =>
  Effect.map(makeReturnPathKeys(secret), (keys) =>
    Effect.catchTags(keys, {
      SecretMissing: () => (database._tag === "Postgres" ? secretMissing : Effect.succeed([])),
      InvalidSecret: () => secretMissing
    })
  )
