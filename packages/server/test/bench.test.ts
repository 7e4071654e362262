import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe as group, expect, it } from "vitest"
import { describe, type Measured } from "../src/bench/describe.js"
import { call } from "./support/call.js"
import { start, stop, temporaryDirectory } from "./support/telemark.js"

const times = { p50: expect.any(Number) as unknown, p99: expect.any(Number) as unknown }

/** A place in which it leaves nothing, with a setting of which it must take no notice. */
const begin = (duration: number, ...args: ReadonlyArray<string>) => {
  const folder = temporaryDirectory()
  const temporary = join(folder, "temporary")
  mkdirSync(temporary)
  const environment = { TMPDIR: temporary, TELEMARK_DATABASE_URL: "sqlite:in-use.db" }
  const line = ["bench", "--duration", String(duration), "--json", ...args]
  const running = start(line, folder, environment)
  return { folder, running, left: () => [...readdirSync(folder), ...readdirSync(temporary)] }
}

group("telemark bench", () => {
  it("measures a server of its own, on a file of its own, and leaves nothing", async () => {
    const { left, running } = begin(1, "--rate", "20")
    const { code, stderr, stdout } = await running.finished
    expect(JSON.parse(stdout)).toMatchObject({
      missing: 0,
      rate: 20,
      answer_ms: times,
      next_hop_ms: times,
      disk: "fsync",
      disk_ms: times,
      node: process.version
    })
    expect((JSON.parse(stdout) as Measured).mails).toBeGreaterThan(0)
    expect(code, stderr).toBe(0)
    expect(left()).toEqual(["temporary"])
  })

  it("removes the file that it was asked for", async () => {
    const { folder, left, running } = begin(1, "--database", "sqlite:asked.db")
    const { code, stderr, stdout } = await running.finished
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ database: `SQLite in ${folder}` })
    expect(left()).toEqual(["temporary"])
  })

  it("leaves nothing when it is stopped in the middle", async () => {
    const { left, running } = begin(60)
    await new Promise<void>((resolve, reject) => {
      running.child.stderr?.on("data", (said) => {
        if (String(said).includes("as fast as")) resolve()
      })
      running.child.once("close", reject)
    })
    expect(left()).toHaveLength(2)
    expect(await stop(running)).toMatchObject({ code: 0, stdout: "" })
    expect(left()).toEqual(["temporary"])
  })

  it.each(["mail.db", "mail.db-wal", "mail.db-shm"])(
    "touches no %s that is there",
    async (name) => {
      const folder = temporaryDirectory()
      const [file, there] = [join(folder, "mail.db"), join(folder, name)]
      writeFileSync(there, "somebody's")
      const { code, stdout } = await call(["bench", "--database", `sqlite:${file}`, "--json"])
      expect(code).toBe(1)
      expect(JSON.parse(stdout)).toMatchObject({ error: "database_not_empty" })
      expect(readFileSync(there, "utf8")).toBe("somebody's")
      expect(name === "mail.db" || !existsSync(file)).toBe(true)
    }
  )

  it.each([
    [["--duration", "0"], "--duration takes an integer from 1 to 60."],
    [["--rate", "5000"], "--rate takes an integer from 1 to 2000."],
    [["--database", "mysql://root:sekret@localhost/mail"], "--database takes sqlite:FILE"],
    [["--database", "sqlite:missing/folder/mail.db"], "Check that its folder exists"]
  ])("refuses %j", async (args, problem) => {
    const { code, stderr } = await call(["bench", ...args])
    expect(code).toBe(1)
    expect(stderr).toContain(problem)
    expect(stderr).not.toContain("sekret")
  })
})

group("the table of telemark bench", () => {
  const measured: Measured = {
    mails: 11_560,
    missing: 0,
    mails_per_second: 1156.4,
    processor_ms_per_mail: 1.161,
    rate: 50,
    answer_ms: { p50: 4.32, p99: 19.6 },
    next_hop_ms: { p50: 4.51, p99: 24.7 },
    disk: "fsync",
    disk_ms: { p50: 1.234, p99: 5 },
    database: "SQLite in /tmp",
    node: "v20.19.0",
    cores: 2
  }

  it("has what was measured, and says what wasn't", () => {
    expect(describe(measured)).toMatch(/^mails a second, end to end +1,156\n/)
    expect(describe(measured)).toMatch(/\nanswer at 50 a second, p50 \/ p99 +4\.3 \/ 20 ms\n/)
    expect(describe(measured)).toMatch(/\nfsync of the disk, p50 \/ p99 +1\.23 \/ 5\.00 ms\n/)
    expect(describe(measured)).toContain("Not measured: networks, TLS")
  })

  it("says what the figures of this machine lack", () => {
    const elsewhere: Measured = { ...measured, processor_ms_per_mail: NaN, disk: "commit" }
    expect(describe(elsewhere)).toContain("unknown without /proc")
    expect(describe(elsewhere)).toContain("without that of Postgres")
    expect(describe({ ...measured, disk_ms: { p50: 0.002, p99: 0.01 } })).toContain("in memory")
    expect(describe(measured)).not.toMatch(/in memory|of Postgres/)
  })
})
