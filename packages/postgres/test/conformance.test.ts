import { afterAll, describe, it } from "@effect/vitest"
import { emptyDatabase, freshDatabase } from "@telemark-tools/postgres"
import { layer } from "@telemark/postgres"
import { Effect, Layer } from "effect"
import { storageConformance } from "@telemark-tools/conformance"

// One for all tests, emptied before each: to make and drop one takes longer than most tests do.
const { drop, url } = await freshDatabase()
afterAll(drop)

storageConformance(
  "Postgres",
  Layer.unwrap(
    Effect.as(
      Effect.promise(() => emptyDatabase(url)),
      layer({ url })
    )
  ),
  { describe, it }
)
