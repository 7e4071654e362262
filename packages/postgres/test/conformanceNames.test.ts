import { afterAll, describe, it } from "@effect/vitest"
import { createDatabase, emptyDatabase, testPostgresUrl } from "@telemark-tools/postgres"
import { layer } from "@telemark/postgres"
import { Effect, Layer } from "effect"
import {
  emails,
  events,
  mailQueue,
  refusedSqlSends,
  reputation,
  retention,
  sqlSends,
  suppressions,
  takingAccepted,
  tenants,
  webhookQueue
} from "@telemark-tools/conformance"

const names = { schema: "Mail", tablePrefix: "tm_" }

// One for all tests, emptied before each; the first makes the tables.
const { drop, url } = await createDatabase(testPostgresUrl())
afterAll(drop)

const storage = Layer.unwrap(
  Effect.as(
    Effect.promise(() => emptyDatabase(url)),
    layer({ url, ...names })
  )
)

// Statements name their tables by interpolation (packages/core/test/sql/tables.test.ts looks at all of
// them). What another name can still break is a statement that qualifies columns, joins, or names an
// index: those of the queues, lists, counters and removals.
for (const suite of [
  emails,
  events,
  mailQueue,
  refusedSqlSends,
  reputation,
  retention,
  sqlSends,
  suppressions,
  takingAccepted,
  tenants,
  webhookQueue
])
  suite("Postgres with a schema and a prefix", storage, { describe, it })
