import { describe, expect, it } from "vitest"
import { join } from "node:path"
import manifest from "../package.json" with { type: "json" }
import { command } from "../src/cli/administration.js"
import { administrationNames } from "../src/cli/commandLine.js"
import { call } from "./support/call.js"
import { filesLoadedBy } from "./support/filesLoadedBy.js"
import { temporaryDirectory } from "./support/telemark.js"

/** Effect alone has 400 modules, which would all be opened if it weren't part of the program. */
const few = 150

describe("what a start costs", () => {
  it("is next to nothing for the version and the help, which is the one that commands define", async () => {
    const version = filesLoadedBy(["--version"])
    expect(version).toMatchObject({ status: 0, stdout: `${manifest.version}\n` })
    const help = filesLoadedBy(["--help"])
    const defined = (await call(["--help"])).stdout
    expect(help).toMatchObject({ status: 0, stdout: defined })
    expect(Math.max(...defined.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(Math.max(version.files.length, help.files.length)).toBeLessThan(10)
  })

  it("is few files for a command, and nothing of what only others need", () => {
    const env = {
      TELEMARK_DATABASE_URL: `sqlite:${join(temporaryDirectory(), "mail.db")}`
    }
    const { files, status } = filesLoadedBy(["tenants", "create", "acme"], env)
    expect(status).toBe(0)
    expect(files.length).toBeLessThan(few)
    expect(files.filter((file) => /everything|\/pg\/|bullmq|imapflow/.test(file))).toEqual([])
    expect(files.some((file) => file.includes("better-sqlite3"))).toBe(true)
  })

  it("is few files for the help of a command that serves", () => {
    const { files, status, stdout } = filesLoadedBy(["serve", "--help"])
    expect(status).toBe(0)
    expect(stdout).toContain("TELEMARK_PORT")
    expect(files.length).toBeLessThan(few)
  })

  it("loads the commands of administration for their names", () => {
    const names = command.subcommands.flatMap((group) => group.commands.map(({ name }) => name))
    expect(names.sort()).toEqual(administrationNames.toSorted())
  })
})
