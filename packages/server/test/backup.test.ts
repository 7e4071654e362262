import { emailQueries } from "@telemark/core"
import { aSend, earlierMigrations, earlierStorage } from "@telemark-tools/storages"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { copyFileSync, existsSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { judgeHeld } from "../src/doctor/held.js"
import { call } from "./support/call.js"
import { onFile, savePasswords } from "./support/sealed.js"
import { temporaryDirectory } from "./support/telemark.js"

const hour = 3_600_000

let folder = ""
let filename = ""
let backup = ""
let environment: Readonly<Record<string, string>> = {}

const at = (file: string) => ({ ...environment, TELEMARK_DATABASE_URL: `sqlite:${file}` })

const json = async (args: ReadonlyArray<string>, env = environment) => {
  const { code, stdout } = await call([...args, "--json"], env)
  return { code, document: JSON.parse(stdout) as Readonly<Record<string, unknown>> }
}

/** A tenant with a sealed password, two messages that wait and one that is scheduled for later. */
beforeEach(async () => {
  folder = temporaryDirectory()
  filename = join(folder, "mail.db")
  backup = join(folder, "backup.db")
  environment = { TELEMARK_DATABASE_URL: `sqlite:${filename}`, TELEMARK_TRANSPORT: "capture" }
  await call(["tenants", "create", "acme"], environment)
  await savePasswords(filename)
  await onFile(
    filename,
    Effect.flatMap(emailQueries, ({ accept }) =>
      Effect.all([
        accept(aSend(1)),
        accept(aSend(2)),
        accept({ ...aSend(3), scheduled_at: Date.now() + 10 * hour })
      ])
    )
  )
})

describe("telemark backup", () => {
  it("writes a file, and says where the secret is that isn't in it", async () => {
    const { code, stderr, stdout } = await call(["backup", backup], environment)
    expect(code).toBe(0)
    expect(stdout).toContain(`Backed up ${filename} to ${backup}`)
    expect(stderr).toContain(`Keep ${filename}.secret too`)
    expect((await json(["backup", join(folder, "other.db")])).document).toMatchObject({
      database: filename,
      backup: join(folder, "other.db"),
      key_file: `${filename}.secret`
    })
  })

  it("replaces a file only if it is told to", async () => {
    await call(["backup", backup], environment)
    expect(await json(["backup", backup])).toMatchObject({
      code: 1,
      document: { error: "file_exists" }
    })
    expect((await json(["backup", backup, "--force"])).code).toBe(0)
  })

  it("leaves a Postgres database to its own programs, and makes no database of a missing one", async () => {
    const postgres = { TELEMARK_DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" }
    for (const args of [
      ["backup", backup],
      ["restore", backup],
      ["restore", "--verify", backup]
    ])
      expect(await json(args, postgres)).toMatchObject({
        code: 1,
        document: { error: "needs_sqlite" }
      })
    const missing = join(folder, "missing.db")
    expect(await json(["backup", backup], at(missing))).toMatchObject({
      code: 1,
      document: { error: "no_database" }
    })
    expect(existsSync(missing)).toBe(false)
  })
})

describe("telemark restore", () => {
  beforeEach(async () => {
    await call(["backup", backup], environment)
  })

  it("says what is in the backup, and holds what waits", async () => {
    const restored = join(folder, "new", "mail.db")
    const { code, document } = await json(["restore", backup], at(restored))
    expect({ code, document }).toMatchObject({
      code: 0,
      document: {
        backup,
        database: restored,
        kept: null,
        tenants: 1,
        messages: { queued: 3 },
        waiting: 3,
        scheduled: 1,
        held: { messages: 3, sql_sends: 0 }
      }
    })
    expect(readdirSync(join(folder, "new"))).toEqual(["mail.db"])
    const { document: listed } = await json(["held", "list"], at(restored))
    expect(listed["data"]).toHaveLength(3)
    expect(listed["tenants"]).toMatchObject([{ messages: 3 }])
  })

  it("holds nothing with --send", async () => {
    const restored = join(folder, "new.db")
    const { document } = await json(["restore", backup, "--send"], at(restored))
    expect(document).toMatchObject({ waiting: 3, held: { messages: 0 } })
    expect((await json(["held", "list"], at(restored))).document).toMatchObject({ data: [] })
  })

  it("takes the place of a database only if it is told to, and keeps that", async () => {
    expect(await json(["restore", backup])).toMatchObject({
      code: 1,
      document: { error: "database_exists" }
    })
    const { code, document } = await json(["restore", backup, "--force"])
    expect({ code, secret: document["secret"] }).toMatchObject({
      code: 0,
      secret: [{ status: "ok" }]
    })
    expect(existsSync(String(document["kept"]))).toBe(true)
  })

  it("needs the secret for stored passwords: restoring warns, and verifying fails", async () => {
    expect((await json(["restore", backup, "--verify"])).code).toBe(0)
    const restored = join(folder, "new.db")
    const verified = await json(["restore", backup, "--verify"], at(restored))
    expect(verified).toMatchObject({ code: 1, document: { secret: [{ status: "fail" }] } })
    const { code, stderr } = await call(["restore", backup], at(restored))
    expect(code).toBe(0)
    expect(stderr).toContain(`put the secret of the backup's time at ${restored}.secret`)
    // Nothing made another in its place.
    expect(existsSync(`${restored}.secret`)).toBe(false)
    copyFileSync(`${filename}.secret`, `${restored}.secret`)
    expect((await json(["restore", backup, "--verify"], at(restored))).code).toBe(0)
  })

  it.each(earlierMigrations)(
    "takes the backup of an older version, which it leaves as it is: after %s",
    async (migration) => {
      const old = join(folder, "old.db")
      const database = new Database(old)
      for (const statement of earlierStorage("sqlite", migration)) database.exec(statement)
      const waiting = database.prepare("SELECT COUNT(*) FROM queue").pluck().get()
      database.close()
      const made = join(folder, "made.db")
      expect((await json(["backup", made], at(old))).code).toBe(0)
      const restored = join(folder, "new.db")
      const { document } = await json(["restore", made], at(restored))
      expect(document).toMatchObject({ waiting, held: { messages: waiting } })
      expect((await call(["held", "list"], at(restored))).code).toBe(0)
      const [before, after] = [made, restored].map((file) => {
        const opened = new Database(file, { readonly: true })
        onTestFinished(() => {
          opened.close()
        })
        return opened.prepare("SELECT MAX(id) FROM telemark_migrations").pluck().get()
      })
      expect(document).toMatchObject({ step: before })
      expect(after).not.toBe(before)
    }
  )

  it("refuses a backup of a newer version", async () => {
    const database = new Database(backup)
    database.exec("INSERT INTO telemark_migrations VALUES (999, 'later', 0)")
    database.close()
    const { code, document } = await json(["restore", backup], at(join(folder, "new.db")))
    expect({ code, document }).toMatchObject({ code: 1, document: { error: "backup_not_usable" } })
    expect(document["message"]).toMatch(
      /backup\.db can't be restored\. .*a newer version has migrated it/
    )
    expect(existsSync(join(folder, "new.db"))).toBe(false)
  })

  it("refuses what is no backup, and verifying takes no other options", async () => {
    expect(
      await json(["restore", join(folder, "none.db")], at(join(folder, "new.db")))
    ).toMatchObject({ code: 1, document: { error: "storage_not_usable" } })
    expect((await json(["restore", backup, "--verify", "--send"])).document).toMatchObject({
      error: "usage"
    })
    expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([])
  })
})

describe("telemark hold and held", () => {
  it("hold all, and release or cancel parts", async () => {
    expect(await json(["hold"])).toEqual({ code: 0, document: { messages: 3, sql_sends: 0 } })
    const doctor = await call(["doctor"], environment)
    expect(doctor.stdout).toContain("3 messages are held since a restore")
    expect((await json(["held", "list", "--limit", "1"])).document["data"]).toHaveLength(1)
    const { document } = await json(["held", "list"])
    const listed = document["data"] as ReadonlyArray<{
      readonly id: string
      readonly scheduled_at: string | null
    }>
    const first = listed.find(({ scheduled_at }) => scheduled_at === null)
    expect((await json(["held", "release", first?.id ?? ""])).document).toMatchObject({
      messages: 1
    })
    expect((await json(["held", "release", "--scheduled"])).document).toMatchObject({ messages: 1 })
    expect(await json(["held", "cancel", "--all"])).toMatchObject({
      code: 1,
      document: { error: "not_confirmed" }
    })
    expect((await json(["held", "cancel", "--all", "--yes"])).document).toMatchObject({
      messages: 1
    })
    expect(
      (await json(["held", "release", "--before", "2026-11-29T12:00:00Z"])).document
    ).toMatchObject({ messages: 0 })
    expect((await json(["held", "list"])).document).toEqual({ data: [], tenants: [] })
    expect((await call(["doctor"], environment)).stdout).not.toContain("held")
  })

  it.each(["held release", "held release --all --scheduled", "held cancel em_1 --all --yes"])(
    "ask which mail, with %s",
    async (words) => {
      expect(await json(words.split(" "))).toMatchObject({
        code: 1,
        document: { error: "usage" }
      })
    }
  )

  it("list no fewer than one", async () => {
    expect(await json(["held", "list", "--limit", "-1"])).toMatchObject({
      code: 1,
      document: { error: "usage" }
    })
  })

  it("know the tenants", async () => {
    expect(await json(["held", "release", "--all", "--tenant", "nobody"])).toMatchObject({
      code: 1,
      document: { error: "not_found" }
    })
  })

  it("make no database", async () => {
    rmSync(filename)
    expect(await json(["hold"])).toMatchObject({ code: 1, document: { error: "no_database" } })
  })
})

describe("the doctor", () => {
  it("says nothing of held mail if there is none, and whose it is otherwise", () => {
    expect(judgeHeld([])).toEqual([])
    expect(judgeHeld([{ tenant: "acme", count: 1 }])).toMatchObject([
      { status: "warn", tenants: ["acme"], message: expect.stringContaining("1 message is held") }
    ])
  })
})
