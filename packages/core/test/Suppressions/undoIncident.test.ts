import { describe, expect, it } from "@effect/vitest"
import {
  Database,
  incidentQueries,
  listIncidents,
  suppressionCause,
  type SuppressionIncident,
  undoIncident
} from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Effect, Layer } from "effect"
import { TestClock } from "@telemark-tools/clock"

const id = `inc_${"0".repeat(32)}`
const incident: SuppressionIncident = {
  id,
  route: "platform",
  tenant_id: null,
  wording: "550 user unknown",
  since: 0,
  engaged_at: 600_000,
  ends_at: 4_800_000,
  suppressed: 20
}

/**
 * A storage with one incident that has so many suppressions left; `removed` are those of each
 * transaction from then on.
 */
const storageWith = (left: number) => {
  const removed: Array<unknown> = []
  const layer = Layer.effect(
    Database,
    Effect.gen(function* () {
      const database = yield* Database
      const { sql } = database
      yield* Effect.flatMap(incidentQueries, ({ save }) => save(incident))
      yield* sql`INSERT INTO suppressions (tenant_id, folded, email_address, reason, added_at, cause)
        SELECT 'tn_1', 'u' || value, 'u' || value, 'bounce', 1, ${suppressionCause(incident)}
        FROM json_each(${JSON.stringify(Array.from({ length: left }, (_, index) => index))})`
      return Database.of({
        ...database,
        write: (body) =>
          Effect.tap(database.write(body), (result) => Effect.sync(() => removed.push(result)))
      })
    })
  )
  return { removed, layer: Layer.provide(layer, layerSqlite({ filename: ":memory:" })) }
}

describe("undoing an incident", () => {
  it.effect.each([
    [0, [0]],
    [20, [20]],
    [200, [200, 0]],
    [450, [200, 200, 50]]
  ] as const)("of %d suppressions takes small transactions", ([left, transactions]) => {
    const { layer, removed } = storageWith(left)
    return Effect.gen(function* () {
      const undone = yield* undoIncident(id)
      expect([undone.removed, undone.incident.undone, removed]).toEqual([left, left, transactions])
    }).pipe(Effect.provide(layer))
  })

  it.effect("that doesn't exist fails", () => {
    const { layer, removed } = storageWith(20)
    return Effect.gen(function* () {
      for (const other of ["inc_1", "", id.replace("0", "1"), "em_1"])
        expect((yield* Effect.flip(undoIncident(other)))._tag).toBe("NotFound")
      expect(removed).toEqual([])
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
    }).pipe(Effect.provide(storageWith(0).layer))
  )
})
