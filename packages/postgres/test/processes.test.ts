import { describe, expect, it } from "@effect/vitest"
import { emailQueries } from "@telemark/core"
import { layer } from "@telemark/postgres"
import { Effect } from "effect"
import { ask, empty, fresh, watcher } from "./fresh.js"
import { startProcess } from "@telemark-tools/storages"

const program = new URL("child.ts", import.meta.url)

const together = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  Effect.all(effects, { concurrency: "unbounded" })

/** Starts processes that wait for each other and then begin at the same moment. */
const startTogether = (count: number, role: string, url: string) =>
  Effect.gen(function* () {
    const processes = yield* together(
      Array.from({ length: count }, () => startProcess(program, role, url))
    )
    for (const { nextLine } of processes) expect(yield* nextLine).toBe("ready")
    for (const { say } of processes) yield* say("go")
    return processes
  })

describe("several processes on one database", () => {
  it.live("bring an empty one's schema up to date once when they start together", () =>
    Effect.gen(function* () {
      const url = yield* empty
      const processes = yield* startTogether(5, "migrate", url)
      expect(yield* together(processes.map(({ rest }) => rest))).toEqual(
        Array.from({ length: 5 }, () => ["migrated"])
      )
      const rows = yield* ask(yield* watcher(url), "SELECT id FROM telemark_migrations ORDER BY id")
      expect(rows).toEqual(rows.map((_, index) => ({ id: String(index + 1) })))
      expect(rows.length).toBeGreaterThan(0)
    })
  )

  it.live("send once for a key, keep within the limits, and never claim a message twice", () =>
    Effect.gen(function* () {
      const processes = yield* startTogether(3, "compete", yield* fresh)
      const printed = yield* together(processes.map(({ rest }) => rest))
      const lines = printed.map((each) =>
        each.map((line) => JSON.parse(line) as ReadonlyArray<string>)
      )
      const outcomes = lines.flatMap(([first = []]) => first)
      expect(outcomes).toHaveLength(180)
      expect(outcomes.filter((tag) => tag === "Accepted")).toHaveLength(40)
      const passed = lines.flatMap(([, second = []]) => second)
      expect(passed).toHaveLength(60)
      expect(passed.filter((isAllowed) => isAllowed === "allowed")).toHaveLength(30)
      const claimed = lines.flatMap(([, , third = []]) => third)
      expect(new Set(claimed).size).toBe(claimed.length)
      expect(claimed).toHaveLength(40)
    })
  )

  it.live("own a domain once, and take each that is due once", () =>
    Effect.gen(function* () {
      const processes = yield* startTogether(3, "verify", yield* fresh)
      const printed = yield* together(processes.map(({ rest }) => rest))
      const lines = printed.map((each) =>
        each.map((line) => JSON.parse(line) as ReadonlyArray<string>)
      )
      for (const index of Array.from({ length: 10 }, (_, nth) => nth)) {
        expect(lines.map(([changes]) => changes?.[index]).sort()).toEqual([
          "Changed",
          "Taken",
          "Taken"
        ])
      }
      const taken = lines.flatMap(([, due = []]) => due)
      expect(new Set(taken).size).toBe(taken.length)
      expect(taken).toHaveLength(30)
    })
  )

  it.live("lose nothing that was accepted when one of them is killed", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const sender = yield* startProcess(program, "send", url)
      const first = yield* Effect.replicateEffect(sender.nextLine, 100)
      yield* sender.kill
      const ids = [...first, ...(yield* sender.rest)].filter((line) => line !== undefined)
      expect(ids.length).toBeGreaterThanOrEqual(100)
      const found = yield* Effect.provide(
        Effect.flatMap(emailQueries, ({ find }) => Effect.forEach(ids, (id) => find("tn_a", id))),
        layer({ url })
      )
      expect(found.map((email) => email?.id)).toEqual(ids)
    })
  )
})
