import { Effect } from "effect"
import { existsSync, readFileSync, copyFileSync } from "node:fs"
import { join } from "node:path"
import { beforeEach, describe, expect, it } from "vitest"
import { call } from "./support/call.js"
import { onFile, openPasswords, savePasswords } from "./support/sealed.js"
import { temporaryDirectory } from "./support/telemark.js"

let source = ""
let target = ""
let environment: Readonly<Record<string, string>> = {}

const json = async (args: ReadonlyArray<string>, env = environment) => {
  const { code, stdout } = await call([...args, "--json"], env)
  return { code, document: JSON.parse(stdout) as Readonly<Record<string, unknown>> }
}

const toTarget = (...args: ReadonlyArray<string>) => ["copy", "--to", `sqlite:${target}`, ...args]

const at = (file: string) => ({ ...environment, TELEMARK_DATABASE_URL: `sqlite:${file}` })

const tenants = async (file: string): Promise<unknown> =>
  (await json(["tenants", "list"], at(file))).document["data"]

beforeEach(async () => {
  const folder = temporaryDirectory()
  source = join(folder, "mail.db")
  target = join(folder, "other.db")
  environment = { TELEMARK_DATABASE_URL: `sqlite:${source}`, TELEMARK_TRANSPORT: "capture" }
  await call(["tenants", "create", "acme"], environment)
  await savePasswords(source)
})

describe("telemark copy", () => {
  it("moves a database with its secret, and says what to set", async () => {
    expect(await json(toTarget())).toMatchObject({
      code: 1,
      document: { error: "secret_missing" }
    })
    copyFileSync(`${source}.secret`, `${target}.secret`)
    expect(await json(toTarget())).toEqual({
      code: 0,
      document: { from: source, to: target, moved: false, behind: 0 }
    })
    expect((await call(["doctor"], environment)).stdout).toContain(`for a copy to ${target}`)
    const before = await tenants(source)
    const switched = await call(toTarget("--switch"), environment)
    expect(switched.code).toBe(0)
    expect(switched.stdout).toContain(`Moved ${source} to ${target}:`)
    expect(switched.stderr).toContain(`Set TELEMARK_DATABASE_URL to ${target}`)
    expect(await tenants(target)).toEqual(before)
    expect(await openPasswords(target)).toEqual({ right: 1, current: 1 })
    const closed = await call(["tenants", "list"], environment)
    expect(closed).toMatchObject({ code: 1 })
    expect(closed.stderr).toContain(`This database was moved to ${target}`)
    expect(await json(toTarget("--switch"))).toMatchObject({ code: 0, document: { moved: true } })
  })

  it("refuses a secret that doesn't open what is stored", async () => {
    const other = Buffer.alloc(32, "other").toString("base64")
    expect(await json(toTarget(), { ...environment, TELEMARK_SECRET: other })).toMatchObject({
      code: 1,
      document: { error: "secret_not_usable" }
    })
    const { document } = await json(["copy", "--to", "postgres://nobody@127.0.0.1:1/none"])
    expect(document).toMatchObject({ error: "secret_missing" })
    expect(document["message"]).toContain("set TELEMARK_SECRET to the keys in it")
    expect(existsSync(target)).toBe(false)
  })

  it("refuses a target that is in use, or the same database, and makes none of a missing source", async () => {
    await call(["tenants", "create", "other"], at(target))
    const withSecret = {
      ...environment,
      TELEMARK_SECRET: readFileSync(`${source}.secret`, "utf8").trim()
    }
    expect(await json(toTarget(), withSecret)).toMatchObject({
      code: 1,
      document: { error: "not_empty" }
    })
    expect(await json(["copy", "--to", `sqlite:${source}`], withSecret)).toMatchObject({
      code: 1,
      document: { error: "same_database" }
    })
    const missing = join(temporaryDirectory(), "missing.db")
    expect(await json(toTarget(), at(missing))).toMatchObject({
      code: 1,
      document: { error: "no_database" }
    })
    expect(existsSync(missing)).toBe(false)
    expect(await json(["copy", "--abandon"])).toMatchObject({
      code: 1,
      document: { error: "no_copy" }
    })
    // Nothing of the attempts is left.
    expect(await tenants(source)).toHaveLength(1)
  })

  it("doesn't switch while a process has the database open, unless it is told to", async () => {
    copyFileSync(`${source}.secret`, `${target}.secret`)
    await onFile(
      source,
      Effect.promise(async () => {
        expect(await json(toTarget())).toMatchObject({ code: 0 })
        expect(await json(toTarget("--switch"))).toMatchObject({
          code: 1,
          document: { error: "in_use" }
        })
        expect(await json(toTarget("--switch", "--force"))).toMatchObject({
          code: 0,
          document: { moved: true }
        })
      })
    )
  })

  it("opens a moved database again once that is confirmed, and closes the other", async () => {
    copyFileSync(`${source}.secret`, `${target}.secret`)
    expect((await json(toTarget("--switch"))).code).toBe(0)
    expect(await json(toTarget("--abandon"))).toMatchObject({
      code: 1,
      document: { error: "not_confirmed" }
    })
    expect((await json(toTarget("--abandon", "--yes"))).code).toBe(0)
    expect(await tenants(source)).toHaveLength(1)
    expect((await call(["tenants", "list"], at(target))).stderr).toContain("an abandoned copy")
  })

  it.each([
    [["copy"], "needs --to"],
    [["copy", "--to", "mail.db"], "--to takes sqlite: and a file"],
    [["copy", "--to", "sqlite:x.db", "--to-schema", "mail"], "--to-schema is for Postgres"],
    [["copy", "--to", "sqlite:x.db", "--follow", "--switch"], "Give only one of"]
  ])("answers %j with what is wrong", async (args, text) => {
    const { code, stderr } = await call(args, environment)
    expect(code).toBe(1)
    expect(stderr).toContain(text)
  })
})
