import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import { emailQueries } from "@telemark/core"
import { aSend } from "@telemark-tools/storages"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { recordingStorage } from "./recorded.js"

/** The statements by which the manual gives up what a restored backup owes. */
const statements = (
  /```sql\n([^`]*UPDATE emails[^`]*)```/.exec(
    readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8")
  )?.[1] ?? ""
)
  .replace("EXTRACT(EPOCH FROM now())", "unixepoch()")
  .split(";")
  .map((statement) => statement.trim())
  .filter((statement) => statement !== "")

describe("giving up the pending mail of a restored backup", () => {
  it.effect("keeps scheduled and recent messages", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accept } = yield* emailQueries
      const hour = 3_600_000
      const now = Date.now()
      const at = (subject: string, created_at: number, scheduled_at: number | null) =>
        accept({ ...aSend(1), subject, created_at, scheduled_at })
      yield* at("old", now - 2 * hour, null)
      yield* at("young", now - hour / 2, null)
      yield* at("later", now - 48 * hour, now + 48 * hour)
      yield* at("overdue", now - 48 * hour, now - 2 * hour)
      expect(statements.length).toBeGreaterThan(2)
      for (const statement of statements) yield* sql.unsafe(statement)
      const pending = yield* sql<{
        readonly subject: string
      }>`SELECT subject FROM emails JOIN queue ON queue.id = emails.id ORDER BY subject`
      expect(pending.map(({ subject }) => subject)).toEqual(["later", "young"])
      expect(
        yield* sql`SELECT subject FROM emails WHERE status = 'failed' ORDER BY subject`
      ).toEqual([{ subject: "old" }, { subject: "overdue" }])
    }).pipe(Effect.provide(recordingStorage))
  )
})
