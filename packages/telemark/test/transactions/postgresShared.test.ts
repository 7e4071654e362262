import * as PgClient from "@effect/sql-pg/PgClient"
import { describe, it } from "@effect/vitest"
import { freshDatabase } from "@telemark-tools/postgres"
import { postgresFrom } from "@telemark/postgres"
import { storageConformance } from "@telemark/testing"
import { Effect, Layer, Redacted, String as Text } from "effect"

const fresh = Effect.map(
  Effect.acquireRelease(Effect.promise(freshDatabase), ({ drop }) => Effect.promise(drop)),
  ({ url }) => url
)

/** The host's client, which writes and reads names in its own way. */
const hostClient = (url: string) =>
  Layer.orDie(PgClient.layer({ url: Redacted.make(url), transformQueryNames: Text.camelToSnake, transformResultNames: Text.snakeToCamel }))

storageConformance(
  "a host's client of @effect/sql-pg",
  Layer.unwrapScoped(Effect.map(fresh, (url) => Layer.provide(postgresFrom(), hostClient(url)))),
  { describe, it }
)
