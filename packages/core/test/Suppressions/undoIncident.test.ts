import { describe, expect, it } from "@effect/vitest"
import {
  listIncidents,
  type SuppressionIncidentRecord,
  SuppressionIncidentStore,
  undoIncident
} from "@telemark/core"
import { Effect, Layer } from "effect"
import { TestClock } from "@telemark-tools/clock"

const id = `inc_${"0".repeat(32)}`
const incident: SuppressionIncidentRecord = {
  id,
  route: "platform",
  tenant_id: null,
  wording: "550 user unknown",
  since: 0,
  engaged_at: 600_000,
  ends_at: 4_800_000,
  suppressed: 20,
  undone: 0,
  undone_at: null
}

/**
 * A store with one incident that has so many suppressions left; `calls` are those of each
 * transaction.
 */
const storeWith = (left: number) => {
  const calls: Array<number> = []
  const layer = Layer.succeed(SuppressionIncidentStore, {
    save: () => Effect.void,
    find: (wanted) =>
      Effect.succeed(
        wanted === id
          ? { ...incident, undone: calls.reduce((sum, count) => sum + count, 0) }
          : undefined
      ),
    active: () => Effect.succeed([]),
    list: () => Effect.succeed([incident]),
    undo: (_, limit) =>
      Effect.sync(() => {
        const removed = Math.min(limit, left - calls.reduce((sum, count) => sum + count, 0))
        calls.push(removed)
        return removed
      })
  })
  return { calls, layer }
}

describe("undoing an incident", () => {
  it.effect.each([
    [0, [0]],
    [20, [20]],
    [200, [200, 0]],
    [450, [200, 200, 50]]
  ] as const)("of %d suppressions takes small transactions", ([left, transactions]) => {
    const { calls, layer } = storeWith(left)
    return Effect.gen(function* () {
      const { incident, removed } = yield* undoIncident(id)
      expect([removed, incident.undone, calls]).toEqual([left, left, transactions])
    }).pipe(Effect.provide(layer))
  })

  it.effect("that doesn't exist fails", () => {
    const { calls, layer } = storeWith(20)
    return Effect.gen(function* () {
      for (const other of ["inc_1", "", id.replace("0", "1"), "em_1"])
        expect((yield* Effect.flip(undoIncident(other)))._tag).toBe("NotFound")
      expect(calls).toEqual([])
    }).pipe(Effect.provide(layer))
  })

  it.effect("is described in instants, and whether the brake is still on", () =>
    Effect.gen(function* () {
      expect(yield* listIncidents).toMatchObject([
        {
          active: true,
          engaged_at: "1970-01-01T00:10:00.000Z",
          ends_at: "1970-01-01T01:20:00.000Z",
          undone_at: null
        }
      ])
      yield* TestClock.setTime(4_800_000)
      expect(yield* listIncidents).toMatchObject([{ active: false }])
    }).pipe(Effect.provide(storeWith(0).layer))
  )
})
