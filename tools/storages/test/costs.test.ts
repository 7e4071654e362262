import { describe, expect, it } from "vitest"
import {
  batches,
  type Counts,
  describeCounts,
  exceeded,
  looks,
  purposeOf
} from "@telemark-tools/storages"

describe("what statements are for", () => {
  it.each<[purpose: string, ...statements: ReadonlyArray<string>]>([
    [
      "accept",
      "SELECT tokens FROM rate_limits",
      "INSERT INTO bodies (id) VALUES (?)",
      "INSERT INTO emails (id) SELECT id FROM json_each(?)"
    ],
    // A message that is leased as it is accepted.
    [
      "accept",
      "INSERT INTO emails (id) VALUES (?)",
      "UPDATE queue SET lease_owner = ?, due_at = ? WHERE id = ?"
    ],
    [
      "claim",
      "SELECT id FROM queue",
      "UPDATE queue SET lease_owner = ?, due_at = ? WHERE id IN (SELECT value FROM json_each(?))"
    ],
    [
      "record",
      "SELECT id FROM queue",
      "DELETE FROM queue WHERE id = ?",
      "UPDATE emails SET status = ?"
    ],
    ["release", "UPDATE queue SET lease_owner = NULL, due_at = ? WHERE id = ?"],
    ["renew", "UPDATE queue SET due_at = ? WHERE id IN (SELECT id FROM queue)"],
    ["writes rate_limits", "SELECT tokens FROM rate_limits", "UPDATE rate_limits SET tokens = ?"],
    ["writes usage", "INSERT OR IGNORE INTO usage (sent) VALUES (1)"],
    ["looks at webhook_queue", "SELECT endpoint_id FROM webhook_queue WHERE due_at <= ?"],
    [
      "looks at suppressions",
      "SELECT value FROM json_each(?) JOIN suppressions ON email_address = value"
    ],
    ["settings", "PRAGMA synchronous = NORMAL"],
    ["nothing", "SELECT 1"],
    ["nothing"]
  ])("%s: %s", (purpose, ...statements) => {
    expect(purposeOf(statements)).toBe(purpose)
  })
})

describe("what exceeds its bound", () => {
  const counts: Counts = new Map([
    ["claim", { statements: 60, transactions: 10 }],
    ["looks at queue", { statements: 3, transactions: 0 }]
  ])

  it("is nothing as long as all of it is within", () => {
    expect(
      exceeded(counts, {
        claim: batches(10, 6),
        "looks at queue": looks(3),
        record: batches(1, 1),
        all: { statements: 63, transactions: 10 }
      })
    ).toEqual([])
  })

  it("is listed by statements, transactions and statements in each", () => {
    expect(
      exceeded(counts, { claim: { statements: 59, transactions: 9, perTransaction: 5 } })
    ).toEqual([
      "claim: 60 statements, at most 59",
      "claim: 10 transactions, at most 9",
      "claim: 6.00 statements in each transaction, at most 5",
      "looks at queue: 3 statements, at most 0"
    ])
  })

  it("is also what is too much only together, or a little too often where there is no bound", () => {
    expect(
      exceeded(counts, { claim: batches(10, 6), "looks at queue": looks(3), all: looks(62) })
    ).toEqual(["all: 63 statements, at most 62", "all: 10 transactions, at most 0"])
    expect(exceeded(counts, { claim: batches(10, 6) }, 3)).toEqual([])
    expect(exceeded(counts, { claim: batches(10, 6) }, 2)).toEqual([
      "looks at queue: 3 statements, at most 2"
    ])
  })

  it("is printed with everything else", () => {
    expect(
      describeCounts(counts)
        .split("\n")
        .map((line) => line.split(/\s{2,}/))
    ).toEqual([
      ["claim", "60 statements", "10 transactions"],
      ["looks at queue", "3 statements", "0 transactions"],
      ["all", "63 statements", "10 transactions"]
    ])
  })
})
