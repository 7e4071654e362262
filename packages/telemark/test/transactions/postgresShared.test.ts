import * as PgClient from "@effect/sql-pg/PgClient"
import { afterAll, describe, it } from "@effect/vitest"
import { emptyDatabase, freshDatabase } from "@telemark-tools/postgres"
import { postgresFrom } from "@telemark/postgres"
import { storageConformance } from "@telemark/testing"
import { Effect, Layer, Redacted, String as Text } from "effect"

// One for all tests, emptied before each.
const { drop, url } = await freshDatabase()
afterAll(drop)

/** The host's client, which writes and reads names in its own way. */
const hostClient = Layer.orDie(
  PgClient.layer({
    url: Redacted.make(url),
    transformQueryNames: Text.camelToSnake,
    transformResultNames: Text.snakeToCamel
  })
)

storageConformance(
  "a host's client of @effect/sql-pg",
  Layer.unwrapEffect(
    Effect.as(
      Effect.promise(() => emptyDatabase(url)),
      Layer.provide(postgresFrom(), hostClient)
    )
  ),
  { describe, it }
)
