import { afterAll, describe, it } from "@effect/vitest"
import { layer } from "@telemark/postgres"
import { storageConformance } from "@telemark/testing"
import { createDatabase, testPostgresUrl } from "@telemark-tools/postgres"
import { Effect, Layer } from "effect"

const names = { schema: "Mail", tablePrefix: "tm_" }

// Made once and copied for each test: making the tables takes longer than most tests do.
const template = await createDatabase(testPostgresUrl())
await Effect.runPromise(Effect.provide(Effect.void, layer({ url: template.url, ...names })))
afterAll(template.drop)

const copy = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => createDatabase(testPostgresUrl(), new URL(template.url).pathname.slice(1))),
    ({ drop }) => Effect.promise(drop)
  ),
  ({ url }) => url
)

storageConformance("Postgres with a schema and a prefix", Layer.unwrapScoped(Effect.map(copy, (url) => layer({ url, ...names }))), { describe, it })
