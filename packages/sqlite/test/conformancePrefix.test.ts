import { describe, it } from "@effect/vitest"
import { layer } from "@telemark/sqlite"
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
import { makeEmptyFile } from "./emptyFile.js"

const names = { tablePrefix: "tm_" }
const copy = await makeEmptyFile(names)

const storage = Layer.unwrap(Effect.map(copy, (filename) => layer({ filename, ...names })))

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
  suite("SQLite with a prefix", storage, { describe, it })
