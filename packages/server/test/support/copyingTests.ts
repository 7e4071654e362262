import { expect, it } from "@effect/vitest"
import { abandonCopy, type CopySide, findCopy, switchOver } from "@telemark/core"
import { Effect, Exit, Layer } from "effect"
import { layerStorageOf } from "../../src/application/storage.js"
import type { DatabaseSettings } from "../../src/settings/database.js"
import {
  begin,
  contentsOf,
  inTurns,
  leftIn,
  dying,
  move,
  open,
  perform,
  randomWrites,
  readSchema,
  type Schema
} from "./copying.js"

interface Sides {
  readonly source: DatabaseSettings
  readonly target: DatabaseSettings
}

const noReport = () => Effect.void

/** As a server or an application opens it. */
const start = (database: DatabaseSettings) =>
  Effect.scoped(Effect.flip(Layer.build(layerStorageOf(database, { migrate: true })))).pipe(
    Effect.map(({ message }) => message)
  )

const starts = (database: DatabaseSettings) =>
  Effect.scoped(Effect.asVoid(Layer.build(layerStorageOf(database, { migrate: true }))))

const seed = 7

const emptyIn = (side: CopySide, schema: Schema) =>
  Effect.map(contentsOf(side, schema), (found) =>
    [...found].flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))
  )

/** What holds for each pair of databases. */
export const copyingTests = (makeSides: () => Promise<Sides>): void => {
  const filledWith = (rows: number) =>
    Effect.gen(function* () {
      const sides = yield* Effect.promise(makeSides)
      const schema = yield* readSchema
      const source: CopySide = yield* open(sides.source)
      yield* perform(source, randomWrites(schema, rows, seed))
      // Some tables take few random rows, since these refer to others.
      for (let more = 100; (yield* emptyIn(source, schema)).length > 0; more++)
        yield* perform(source, randomWrites(schema, rows, seed + more))
      const target = yield* open(sides.target)
      return { sides, schema, source, target }
    })
  const filled = filledWith(12)

  it.effect("copies every table, and each change that is made meanwhile", () =>
    Effect.gen(function* () {
      const { schema, sides, source, target } = yield* filled
      const before = yield* contentsOf(source, schema)
      const copy = yield* begin(source, target)
      const writes = randomWrites(schema, 12, seed + 1)
      let round = 0
      yield* copy.copyTables(() =>
        Effect.orDie(Effect.asVoid(perform(source, inTurns(writes, round++))))
      )
      yield* perform(source, writes)
      expect(yield* copy.countBehind).toBeGreaterThan(0)
      yield* copy.applyChanges
      expect(yield* copy.countBehind).toBe(0)
      expect(yield* contentsOf(target, schema)).toEqual(yield* contentsOf(source, schema))

      expect(yield* start(sides.target)).toContain("is an unfinished copy of")
      // It is in use all the time, and its starts may change keys of suppressions.
      yield* starts(sides.source)
      const now = yield* contentsOf(source, schema)
      expect(now).not.toEqual(before)
      const { moved, tables } = yield* switchOver(copy)
      expect(moved).toBe(true)
      expect(tables.filter(({ same }) => !same)).toEqual([])
      expect(Object.fromEntries(tables.map(({ rows, table }) => [table, rows]))).toEqual(
        Object.fromEntries([...now].map(([table, rows]) => [table, rows.length]))
      )
      expect(yield* start(sides.source)).toContain("was moved to")
      const late = yield* Effect.exit(
        source.database.write(source.database.sql`DELETE FROM ${source.database.tables.emails}`)
      )
      expect(Exit.isFailure(late)).toBe(true)
      expect(yield* contentsOf(source, schema)).toEqual(now)
      yield* starts(sides.target)
      expect(yield* contentsOf(target, schema)).toEqual(now)
      expect(yield* leftIn(target)).toEqual([])
      const { database } = yield* open(sides.target)
      const { sql, tables: names } = database
      const orphan = yield* Effect.exit(
        database.write(sql`UPDATE ${names.api_keys} SET tenant_id = 'tn_none'`)
      )
      expect(Exit.isFailure(orphan)).toBe(true)
    }).pipe(Effect.scoped)
  )

  it.effect("takes unique values that went from one row to another, also far apart", () =>
    Effect.gen(function* () {
      const { source, target } = yield* Effect.flatMap(
        Effect.promise(makeSides),
        ({ source, target }) => Effect.all({ source: open(source), target: open(target) })
      )
      const { sql, tables, write } = source.database
      const rename = (id: string, name: string) =>
        write(sql`UPDATE ${tables.tenants} SET name = ${name} WHERE id = ${id}`)
      const ids = Array.from({ length: 12 }, (_, index) => `tn_${String(index + 10)}`)
      for (const id of ids)
        yield* write(
          sql`INSERT INTO ${tables.tenants} (id, name, created_at) VALUES (${id}, ${id}, 1)`
        )
      const copy = yield* begin(source, target)
      yield* copy.copyTables(noReport)
      // Each has the name of the next one, and the first change is of the last.
      for (const id of ids) yield* rename(id, `${id} meanwhile`)
      for (const [index, id] of ids.entries())
        yield* rename(id, ids[(index + 1) % ids.length] ?? "")
      // So that not all of them are moved at once.
      yield* write(sql`UPDATE ${tables.tenants} SET paused_note = ${"x".repeat(900)}`)
      const { moved } = yield* switchOver(copy)
      expect(moved).toBe(true)
    }).pipe(Effect.scoped)
  )

  it.effect("goes on wherever it was killed, and loses and repeats nothing", () =>
    Effect.gen(function* () {
      for (const isCommitted of [false, true]) {
        const { schema, sides, source, target } = yield* filledWith(4)
        const writes = randomWrites(schema, 12, seed + 2)
        let isMoved = false
        for (let run = 0; !isMoved; run++) {
          // Until every table notes its changes, each run begins anew; from then on, each goes on.
          const { phase = "preparing" } = (yield* findCopy(source.database)) ?? {}
          const at = phase === "preparing" && run > 3 ? run * 5 : run % 4
          const counter = { count: 0 }
          const exit = yield* Effect.exit(
            move(
              dying(source, { at, isCommitted }, counter),
              dying(target, { at, isCommitted }, counter)
            )
          )
          isMoved = Exit.isSuccess(exit) && exit.value.moved
          if (counter.count <= at && !isMoved) yield* exit
          // A closed one takes no writes.
          if ((yield* findCopy(source.database))?.phase === "following")
            yield* perform(source, inTurns(writes, run))
        }
        expect(yield* contentsOf(target, schema)).toEqual(yield* contentsOf(source, schema))
        yield* starts(sides.target)
        expect(yield* start(sides.source)).toContain("was moved to")
      }
    }).pipe(Effect.scoped)
  )

  it.effect("finds whatever differs, opens the source again, and copies that anew", () =>
    Effect.gen(function* () {
      const { schema, sides, source, target } = yield* filled
      const copy = yield* begin(source, target)
      yield* copy.copyTables(noReport)
      const { sql, tables } = target.database
      yield* sql`UPDATE ${tables.emails} SET subject = subject || ' '`
      yield* sql`DELETE FROM ${tables.inbox}`
      yield* sql`INSERT INTO ${tables.removed_tenants} (link_mark, removed_at) VALUES ('planted', 1)`
      const switched = yield* switchOver(copy)
      expect(switched.moved).toBe(false)
      expect(switched.tables.filter(({ same }) => !same).map(({ table }) => table)).toEqual([
        "emails",
        "inbox",
        "removed_tenants"
      ])
      expect(yield* start(sides.target)).toContain("is an unfinished copy of")
      yield* starts(sides.source)
      yield* perform(source, randomWrites(schema, 2, seed + 2))
      expect((yield* move(source, target)).moved).toBe(true)
      expect(yield* contentsOf(target, schema)).toEqual(yield* contentsOf(source, schema))
    }).pipe(Effect.scoped)
  )

  it.effect("leaves nothing in a source that isn't moved after all", () =>
    Effect.gen(function* () {
      const { schema, sides, source, target } = yield* filled
      const before = yield* contentsOf(source, schema)
      const copy = yield* begin(source, target)
      yield* copy.copyTables(noReport)
      expect((yield* abandonCopy(source, target)).phase).toBe("following")
      expect(yield* contentsOf(source, schema)).toEqual(before)
      yield* starts(sides.source)
      expect(yield* perform(source, randomWrites(schema, 2, seed + 3))).toBeGreaterThan(0)
      expect(yield* start(sides.target)).toContain("is an abandoned copy")
      expect(yield* leftIn(source)).toEqual([])
    }).pipe(Effect.scoped)
  )
}
