import { describe, expect, it } from "@effect/vitest"
import { emailQueries } from "@telemark/core"
import {
  backupDatabase,
  isInUse,
  layer,
  restoreDatabase,
  type SqliteOptions,
  verifyBackup
} from "@telemark/sqlite"
import { aSend, startProcess } from "@telemark-tools/storages"
import { Effect } from "effect"
import { readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeEmptyFile } from "./emptyFile.js"
import { temporaryDirectory } from "./temporary.js"

const copy = await makeEmptyFile()

const use = <A, E>(
  options: SqliteOptions,
  effect: Effect.Effect<A, E, Effect.Services<typeof emailQueries>>
) => Effect.provide(effect, layer(options))

const acceptOne = (filename: string, number: number) =>
  use(
    { filename },
    Effect.flatMap(emailQueries, ({ accept }) => accept(aSend(number)))
  )

const subjectsOf = (filename: string) =>
  use(
    { filename },
    Effect.map(
      Effect.flatMap(emailQueries, ({ list }) => list("tn_a", { limit: 10, offset: 0 }, {})),
      (page) => page?.emails.map(({ subject }) => subject)
    )
  )

const problemOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => ((error as Error).cause as Error).message)

const nothing = () => Effect.void

describe("a backup", () => {
  it.live("made while another process accepts has all that was accepted before, and is whole", () =>
    Effect.gen(function* () {
      const filename = yield* copy
      const backup = join(yield* temporaryDirectory, "backup.db")
      const { nextLine } = yield* startProcess(
        new URL("child.ts", import.meta.url),
        "send",
        filename
      )
      const ids: Array<string> = []
      while (ids.length < 100) ids.push((yield* nextLine) ?? "")
      const { step } = yield* backupDatabase({ filename, backup })
      expect(step).toBeGreaterThan(30)
      const found = yield* use(
        { filename: backup },
        Effect.flatMap(emailQueries, ({ find }) => Effect.forEach(ids, (id) => find("tn_a", id)))
      )
      expect(found.map((email) => email?.id)).toEqual(ids)
      // The process goes on.
      expect(yield* nextLine).toMatch(/^em_/)
    })
  )

  it.effect("is one file for its owner only, and nothing else is left beside it", () =>
    Effect.gen(function* () {
      const filename = yield* copy
      const folder = yield* temporaryDirectory
      // Of a program that was killed while it wrote a file of that name: SQLite would apply it.
      writeFileSync(join(folder, "backup.db-journal"), "left")
      yield* backupDatabase({ filename, backup: join(folder, "backup.db") })
      expect(readdirSync(folder)).toEqual(["backup.db"])
      expect(statSync(join(folder, "backup.db")).mode & 0o777).toBe(0o600)
    })
  )

  it.effect("never takes the place of the database, by whatever name", () =>
    Effect.gen(function* () {
      const filename = yield* copy
      const link = join(yield* temporaryDirectory, "link.db")
      symlinkSync(filename, link)
      for (const backup of [filename, link])
        expect(yield* problemOf(backupDatabase({ filename, backup }))).toContain("itself")
    })
  )

  it.effect(
    "isn't made of another file, of other tables, or into no folder, and leaves nothing",
    () =>
      Effect.gen(function* () {
        const filename = yield* copy
        const folder = yield* temporaryDirectory
        const backup = join(folder, "backup.db")
        const other = join(yield* temporaryDirectory, "other.db")
        writeFileSync(other, "no database at all".repeat(100))
        expect(yield* problemOf(backupDatabase({ filename: other, backup }))).toContain(
          `${other} can't be used: it is not a SQLite database`
        )
        expect(
          yield* problemOf(backupDatabase({ filename, backup, tablePrefix: "tm_" }))
        ).toContain("no tables of Telemark")
        expect(
          yield* problemOf(backupDatabase({ filename, backup: join(folder, "none", "b.db") }))
        ).toContain("no such file or directory")
        expect(readdirSync(folder)).toEqual([])
      })
  )
})

describe("a restore", () => {
  it.effect("puts the backup where no database is, prepared before it has its name", () =>
    Effect.gen(function* () {
      const source = yield* copy
      const folder = yield* temporaryDirectory
      const backup = join(folder, "backup.db")
      yield* acceptOne(source, 1)
      yield* backupDatabase({ filename: source, backup })
      const filename = join(folder, "new", "mail.db")
      yield* restoreDatabase({
        filename,
        backup,
        prepare: (prepared) => acceptOne(prepared, 2)
      })
      expect(readdirSync(join(folder, "new"))).toEqual(["mail.db"])
      expect(yield* subjectsOf(filename)).toEqual(["No 2", "No 1"])
      expect(yield* subjectsOf(backup)).toEqual(["No 1"])
    })
  )

  it.effect("keeps what is there, unless it may set it aside with its log", () =>
    Effect.gen(function* () {
      const backup = yield* copy
      const filename = yield* copy
      yield* acceptOne(filename, 1)
      const refused = restoreDatabase({ filename, backup, prepare: nothing })
      expect(yield* problemOf(refused)).toContain("already")
      expect(yield* subjectsOf(filename)).toEqual(["No 1"])
      writeFileSync(`${filename}-wal`, "")
      const aside = `${filename}.old`
      yield* restoreDatabase({ filename, backup, aside, prepare: nothing })
      expect(yield* subjectsOf(filename)).toEqual([])
      expect(yield* subjectsOf(aside)).toEqual(["No 1"])
    })
  )

  it.effect("takes no log of a database that is gone for its own", () =>
    Effect.gen(function* () {
      const backup = yield* copy
      const filename = join(yield* temporaryDirectory, "mail.db")
      writeFileSync(`${filename}-wal`, "left")
      expect(yield* problemOf(restoreDatabase({ filename, backup, prepare: nothing }))).toContain(
        "already"
      )
      yield* restoreDatabase({ filename, backup, aside: `${filename}.old`, prepare: nothing })
      expect(yield* subjectsOf(filename)).toEqual([])
    })
  )

  it.live("is refused while a process has the database open, and not after it was killed", () =>
    Effect.gen(function* () {
      const backup = yield* copy
      const filename = yield* copy
      const aside = `${filename}.old`
      const { kill, nextLine } = yield* startProcess(
        new URL("child.ts", import.meta.url),
        "send",
        filename
      )
      yield* nextLine
      expect(yield* isInUse(filename)).toBe(true)
      expect(
        yield* problemOf(restoreDatabase({ filename, backup, aside, prepare: nothing }))
      ).toContain("stop it first")
      yield* kill
      yield* Effect.repeat(isInUse(filename), { while: (inUse) => inUse })
      yield* restoreDatabase({ filename, backup, aside, prepare: nothing })
      expect(yield* subjectsOf(filename)).toEqual([])
    })
  )

  it.effect("changes nothing if preparing fails, and takes the place of a damaged database", () =>
    Effect.gen(function* () {
      const backup = yield* copy
      const folder = yield* temporaryDirectory
      const filename = join(folder, "mail.db")
      writeFileSync(filename, "damaged".repeat(1000))
      const aside = `${filename}.old`
      const failing = () => Effect.fail("no")
      expect(
        yield* Effect.flip(restoreDatabase({ filename, backup, aside, prepare: failing }))
      ).toBe("no")
      expect(readdirSync(folder)).toEqual(["mail.db"])
      expect(statSync(filename).size).toBe(7000)
      yield* restoreDatabase({ filename, backup, aside, prepare: nothing })
      expect(yield* subjectsOf(filename)).toEqual([])
      expect(statSync(aside).size).toBe(7000)
    })
  )

  it.effect("that only verifies leaves the backup and its folder as they were", () =>
    Effect.gen(function* () {
      const source = yield* copy
      const folder = yield* temporaryDirectory
      const backup = join(folder, "backup.db")
      yield* backupDatabase({ filename: source, backup })
      const before = statSync(backup)
      const { prepared } = yield* verifyBackup({
        backup,
        prepare: (verified) => Effect.as(acceptOne(verified, 1), "looked at")
      })
      expect(prepared).toBe("looked at")
      expect(readdirSync(folder)).toEqual(["backup.db"])
      expect(statSync(backup).mtimeMs).toBe(before.mtimeMs)
    })
  )
})
