import { describe, expect, it } from "@effect/vitest"
import { StorageError } from "@telemark/contract"
import { onTestFinished } from "vitest"
import { execFile } from "node:child_process"
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { explainSqliteError } from "../src/explainSqliteError.js"

const driver = dirname(createRequire(import.meta.url).resolve("better-sqlite3/package.json"))

type Load = `import("better-sqlite3")` | `require("better-sqlite3")`

const failureIn = async (folder: string, load: Load): Promise<Error> => {
  const script = `(async () => new (await ${load})(":memory:"))().catch(({ code, message }) => console.log(JSON.stringify({ code, message })))`
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", script], {
    cwd: folder,
    // The shims of pnpm name its store there.
    env: { ...process.env, NODE_PATH: "" }
  })
  const { code, message } = JSON.parse(stdout) as {
    readonly code?: string
    readonly message: string
  }
  return Object.assign(new Error(message), code === undefined ? {} : { code })
}

/** What it fails with where it isn't installed. */
const failureWithout = (load: Load) => async (): Promise<Error> => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-driver-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return failureIn(folder, load)
}

/** What it fails with where its binary is as given, loaded by Node itself from a copy. */
const failureWith = (binary: string | undefined) => async (): Promise<Error> => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-driver-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const copied = (name: string, from: string) =>
    cp(from, join(folder, "node_modules", name), {
      recursive: true,
      filter: (file) => !/[\\/](build|deps)$/.test(file)
    })
  const bindings = dirname(createRequire(join(driver, "package.json")).resolve("bindings"))
  await copied("better-sqlite3", driver)
  await copied("bindings", bindings)
  await copied(
    "file-uri-to-path",
    dirname(createRequire(join(bindings, "package.json")).resolve("file-uri-to-path"))
  )
  if (binary !== undefined) {
    await mkdir(join(folder, "node_modules/better-sqlite3/build/Release"), { recursive: true })
    await writeFile(
      join(folder, "node_modules/better-sqlite3/build/Release/better_sqlite3.node"),
      binary
    )
  }
  return failureIn(folder, 'require("better-sqlite3")')
}

describe("a driver that can't be loaded", () => {
  it.each<[what: string, fail: () => Promise<Error>, advice: RegExp]>([
    [
      "that isn't there, to an import",
      failureWithout('import("better-sqlite3")'),
      /npm install better-sqlite3.*Node 22\.16 or newer/
    ],
    [
      "that isn't there, to a require",
      failureWithout('require("better-sqlite3")'),
      /npm install better-sqlite3.*Node 22\.16 or newer/
    ],
    [
      "without its binary, as pnpm installs it unless it is allowed to build it",
      failureWith(undefined),
      /pnpm approve-builds.*npm rebuild better-sqlite3/
    ],
    [
      "with that of another Node or system",
      failureWith("not a binary"),
      /npm rebuild better-sqlite3.*pnpm rebuild better-sqlite3/
    ]
  ])("%s is explained, with its error as cause", async (_, fail, advice) => {
    const failure = await fail()
    const { cause, reason } = explainSqliteError("mail.db")(
      new StorageError({ reason: "fault", cause: failure })
    )
    expect(reason).toBe("fault")
    expect((cause as Error).message).toMatch(
      /^The database file mail\.db can't be used: better-sqlite3/
    )
    expect((cause as Error).message).toMatch(advice)
    expect((cause as Error).cause).toBe(failure)
  })
})
