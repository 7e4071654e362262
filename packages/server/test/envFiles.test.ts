import { describe, expect, it } from "vitest"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { readEnvFiles } from "../src/cli/commandLine.js"
import { filesLoadedBy } from "./support/filesLoadedBy.js"
import { temporaryDirectory } from "./support/telemark.js"

const fileOf = (text: string): string => {
  const file = join(temporaryDirectory(), ".env")
  writeFileSync(file, text)
  return file
}

describe("--env-file", () => {
  it("adds what the environment lacks, wherever it stands, and the last file counts", () => {
    const environment = { TELEMARK_PORT: "1", EMPTY: "" }
    const first = fileOf("TELEMARK_PORT=2\nTELEMARK_FROM='Shop <a@b.c>' # ours\nX=1\nEMPTY=x\n")
    const second = fileOf('X="2 3"\n')
    expect(
      readEnvFiles(
        ["node", "telemark", "--env-file", first, "serve", `--env-file=${second}`, "--json"],
        environment
      )
    ).toEqual({ argv: ["node", "telemark", "serve", "--json"] })
    expect(environment).toEqual({
      TELEMARK_PORT: "1",
      EMPTY: "",
      TELEMARK_FROM: "Shop <a@b.c>",
      X: "2 3"
    })
  })

  it.each([
    [["serve", "--env-file"]],
    [["serve", "--env-file="]],
    [["--env-file", "--json", "serve"]],
    [["--env-file", "/nowhere/.env", "serve"]],
    [["--env-file", "/", "serve"]]
  ])("is refused without a file that can be read: %j", (words) => {
    const environment = {}
    const { problem } = readEnvFiles(["node", "telemark", ...words], environment)
    expect(problem).toMatch(/--env-file/)
    expect(environment).toEqual({})
  })

  it("is where a command finds its database, and its failure is the command's", () => {
    const directory = temporaryDirectory()
    const file = fileOf(`TELEMARK_DATABASE_URL=sqlite:${join(directory, "mail.db")}\n`)
    const made = filesLoadedBy(["--env-file", file, "tenants", "create", "acme"], {})
    expect(made).toMatchObject({ status: 0 })
    const listed = filesLoadedBy(["tenants", "list", "--json", `--env-file=${file}`], {})
    expect(JSON.parse(listed.stdout)).toMatchObject({ data: [{ name: "acme" }] })
    // Some versions of Node read the option wherever it stands, and end by themselves.
    const failed = filesLoadedBy(["tenants", "list", "--env-file", "/nowhere"], {})
    expect([1, 9]).toContain(failed.status)
  })
})
