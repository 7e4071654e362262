import { afterAll, describe, it } from "@effect/vitest"
import { layer } from "@telemark/postgres"
import { storageConformance } from "@telemark/testing"
import { createDatabase, emptyDatabase, testPostgresUrl } from "@telemark-tools/postgres"
import { Effect, Layer } from "effect"

const names = { schema: "Mail", tablePrefix: "tm_" }

// One for all tests, emptied before each; the first makes the tables.
const { drop, url } = await createDatabase(testPostgresUrl())
afterAll(drop)

storageConformance(
  "Postgres with a schema and a prefix",
  Layer.unwrapEffect(
    Effect.as(
      Effect.promise(() => emptyDatabase(url)),
      layer({ url, ...names })
    )
  ),
  { describe, it }
)
