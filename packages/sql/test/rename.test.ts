import { describe, expect, it } from "@effect/vitest"
import { ownNames, renaming, tableNames, type TableNames } from "@telemark/sql"
import { Effect } from "effect"
import { makeNames } from "../src/Names/index.js"

const known = {
  tables: new Set(["emails", "queue", "events", "usage", "sequences", "webhook_endpoints", "telemark_migrations"]),
  indexes: new Set(["queue_by_due"])
}
const { rename } = makeNames({ schema: "mail", tablePrefix: "tm_" }, known)

describe("a statement for tables of other names", () => {
  it.each([
    ["SELECT id FROM queue", "SELECT id FROM \"mail\".\"tm_queue\" AS queue"],
    ["SELECT e.id FROM events e JOIN emails m ON m.id = e.email_id", "SELECT e.id FROM \"mail\".\"tm_events\" e JOIN \"mail\".\"tm_emails\" m ON m.id = e.email_id"],
    ["SELECT e.id FROM events AS e", "SELECT e.id FROM \"mail\".\"tm_events\" AS e"],
    ["DELETE FROM queue WHERE id = $1", "DELETE FROM \"mail\".\"tm_queue\" AS queue WHERE id = $1"],
    ["INSERT INTO usage (month) VALUES ($1)", "INSERT INTO \"mail\".\"tm_usage\" AS usage (month) VALUES ($1)"],
    ["INSERT INTO \"usage\" (\"month\") VALUES ($1)", "INSERT INTO \"mail\".\"tm_usage\" AS usage (\"month\") VALUES ($1)"],
    ["UPDATE queue SET due_at = $1", "UPDATE \"mail\".\"tm_queue\" AS queue SET due_at = $1"],
    ["SELECT 1 FROM\n  queue\nORDER BY due_at", "SELECT 1 FROM\n  \"mail\".\"tm_queue\" AS queue\nORDER BY due_at"],
    ["LOCK TABLE queue IN EXCLUSIVE MODE", "LOCK TABLE \"mail\".\"tm_queue\" IN EXCLUSIVE MODE"],
    ["CREATE TABLE queue (id TEXT REFERENCES emails (id))", "CREATE TABLE \"mail\".\"tm_queue\" (id TEXT REFERENCES \"mail\".\"tm_emails\" (id))"],
    ["DROP TABLE IF EXISTS queue", "DROP TABLE IF EXISTS \"mail\".\"tm_queue\""],
    ["ALTER TABLE emails ADD COLUMN tags TEXT", "ALTER TABLE \"mail\".\"tm_emails\" ADD COLUMN tags TEXT"],
    ["ALTER TABLE emails RENAME TO events", "ALTER TABLE \"mail\".\"tm_emails\" RENAME TO \"tm_events\""],
    ["CREATE UNIQUE INDEX queue_by_due ON queue (due_at)", "CREATE UNIQUE INDEX \"tm_queue_by_due\" ON \"mail\".\"tm_queue\" (due_at)"],
    ["DROP INDEX queue_by_due", "DROP INDEX \"mail\".\"tm_queue_by_due\""]
  ])("names them where it is about them: %s", (statement, renamed) => {
    expect(rename(statement)).toBe(renamed)
  })

  it.each([
    "SELECT events, usage FROM \"other\" AS queue WHERE queue.events = 'FROM queue' AND events IS DISTINCT FROM usage",
    "WITH RECURSIVE turn (emails) AS (SELECT $1) SELECT emails FROM turn",
    "SELECT extract(epoch FROM events), substring(emails FROM 1 FOR 2)",
    "DO $$ BEGIN DELETE FROM queue; END $$",
    "DO $body$ BEGIN DELETE FROM queue; END $body$",
    "SELECT 1 -- FROM queue\n/* FROM queue */",
    "SELECT 'it''s FROM queue', \"FROM queue\"",
    "SELECT 1 FROM (SELECT 1) AS events WHERE true FOR UPDATE OF events",
    "BEGIN; SET LOCAL synchronous_commit = off",
    ""
  ])("leaves all else as it is: %s", (statement) => {
    expect(rename(statement)).toBe(statement)
  })

  it("says whose a column is as before", () => {
    expect(rename("UPDATE queue SET due_at = given.due_at FROM (SELECT 1) AS given WHERE queue.id = given.id AND EXISTS (SELECT 1 FROM emails WHERE emails.id = queue.id)"))
      .toBe("UPDATE \"mail\".\"tm_queue\" AS queue SET due_at = given.due_at FROM (SELECT 1) AS given WHERE queue.id = given.id " +
        "AND EXISTS (SELECT 1 FROM \"mail\".\"tm_emails\" AS emails WHERE emails.id = queue.id)")
    expect(rename("INSERT INTO usage (sent) VALUES (1) ON CONFLICT (sent) DO UPDATE SET sent = usage.sent + excluded.sent"))
      .toBe("INSERT INTO \"mail\".\"tm_usage\" AS usage (sent) VALUES (1) ON CONFLICT (sent) DO UPDATE SET sent = usage.sent + excluded.sent")
  })

  it("names several statements' tables alike", () => {
    expect(rename("CREATE INDEX queue_by_due ON queue (due_at); SELECT 1 FROM emails JOIN events ON usage = 1"))
      .toBe("CREATE INDEX \"tm_queue_by_due\" ON \"mail\".\"tm_queue\" (due_at); SELECT 1 FROM \"mail\".\"tm_emails\" AS emails JOIN \"mail\".\"tm_events\" AS events ON usage = 1")
  })

  it("is the same, however many texts there have been", () => {
    for (let n = 0; n < 3000; n++) expect(rename(`SELECT ${String(n)} FROM queue`)).toBe(`SELECT ${String(n)} FROM "mail"."tm_queue" AS queue`)
  })
})

describe("names of tables", () => {
  it("that are not chosen cost nothing: the connection is the same", () => {
    const connection = {} as Parameters<typeof renaming>[0]
    expect(makeNames({}, known)).toBe(ownNames)
    expect(makeNames({ tablePrefix: "" }, known)).toBe(ownNames)
    expect(renaming(connection, ownNames)).toBe(connection)
  })

  const distinct = (of: (names: TableNames) => string) =>
    new Set([
      {}, { schema: "a" }, { schema: "b" }, { tablePrefix: "a" }, { schema: "a", tablePrefix: "b" }, { schema: "ab" }
    ].map((options) => of(makeNames(options, known)))).size

  it("keep locks and channels of two Telemarks in one database apart", () => {
    expect(distinct(({ channel }) => channel)).toBe(6)
    expect(distinct(({ lockKey }) => lockKey(724001))).toBe(6)
  })

  it("share locks and channels with who names no schema, where that is the usual one", () => {
    const usual = makeNames({ schema: "public" }, known)
    expect([usual.channel, usual.lockKey(1)]).toEqual([ownNames.channel, "1"])
    expect(usual.rename("SELECT 1 FROM queue")).toBe("SELECT 1 FROM \"public\".\"queue\" AS queue")
  })

  it.effect.each([
    [{ schema: "mail\"; DROP" }, /schema .* takes letters, digits and underscores/],
    [{ schema: "" }, /schema .* takes/],
    [{ schema: "pg_mail" }, /can't begin with pg_/],
    [{ tablePrefix: "x".repeat(41) }, /prefix .* at most 40/],
    [{ tablePrefix: "a-" }, /prefix .* takes/],
    [{ tablePrefix: "SQLite_" }, /can't begin with sqlite_/]
  ] as const)("that no database would have are refused, and not repeated", ([options, message]) =>
    Effect.map(Effect.flip(tableNames(options)), ({ cause }) => {
      expect((cause as Error).message).toMatch(message)
      expect((cause as Error).message).not.toMatch(/DROP|x{41}|a-/)
    }))
})
