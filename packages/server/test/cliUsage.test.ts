import { describe, expect, it } from "vitest"
import { settingList } from "../src/settings/settingList.js"
import { call } from "./support/call.js"

describe("what the command line says of itself", () => {
  it.each([
    [["kyes"], 'There is no command "telemark kyes". Did you mean `telemark keys`?'],
    [
      ["keys", "lst"],
      'There is no command "telemark keys lst". Did you mean `telemark keys list`?'
    ],
    [["keys", "x"], 'There is no command "telemark keys x". After telemark keys come create, list'],
    [["nonsense"], "After telemark come audit, backup, bench, bounces, copy"],
    [
      ["keys", "create", "--tenant", "acme", "--rate-limit", "many"],
      "telemark: --rate-limit takes an integer.\n"
    ],
    [["keys", "create", "--tenat", "acme"], "Did you mean '--tenant'?"]
  ])("%j is answered with what there is", async (args, text) => {
    expect((await call(args)).stderr).toContain(text)
    expect(JSON.parse((await call([...args, "--json"])).stdout)).toMatchObject({ error: "usage" })
  })

  it("says of each option what it is, within the width of a terminal for lists of commands", async () => {
    const top = (await call(["--help"])).stdout
    const names = [...top.matchAll(/^ {2}([a-z][a-z-]*(?: [a-z][a-z-]*)?) +\S/gm)].map(
      ([, name = ""]) => name.split(" ")
    )
    expect(names.length).toBeGreaterThan(50)
    for (const name of names) {
      const help = (await call([...name, "--help"])).stdout
      expect(help, name.join(" ")).not.toMatch(/A user-defined|A true or false|An integer\./)
      const [, options = ""] = /\nOPTIONS\n([\s\S]*?)(?:\nCOMMANDS|\nSETTINGS|$)/.exec(help) ?? []
      const undescribed = options
        .split(/\n(?= {2}--)/)
        .filter(
          (block) =>
            block.trim() !== "" &&
            !/^ {2}--[a-z0-9-]+(?: (?:text|integer|choice))?\s+(?!One of|Needed|text|integer|choice)\S/.test(
              block
            )
        )
      expect(undescribed, name.join(" ")).toEqual([])
      const widest = help.split("\n").filter((line) => line.length > 80)
      expect(widest, name.join(" ")).toEqual([])
    }
  })

  it("explains every setting in the help of serve", async () => {
    const { code, stdout } = await call(["serve", "--help"])
    expect(code).toBe(0)
    expect(stdout).toContain("$ telemark serve [--no-worker] [--json]")
    const unwrapped = stdout.replace(/\s+/g, " ")
    for (const { default: unset, description, name } of settingList) {
      expect(unwrapped).toContain(` ${name} ${description}`)
      expect(unwrapped).toContain(`Default: ${unset}.`)
    }
    expect(stdout).not.toContain("\u001b")
  })

  it.each([
    [["keys", "create", "--help"], "telemark keys create --tenant text [--name text]"],
    [["keys", "--help"], "telemark keys <command>"],
    [["keys"], "telemark keys <command>"],
    [
      ["tenants", "pause", "--help"],
      "telemark tenants pause [--reason text] [--stop-links] [--json] <name>"
    ],
    [["feedback", "import", "-h"], "[--dry-run] [--json] <path>..."],
    [["serve", "--help"], "telemark serve [--no-worker] [--json]"],
    [["--help"], "telemark <command>"],
    [[], "telemark <command>"]
  ])("says in the help of %j how the command is called", async (args, usage) => {
    const { code, stderr, stdout } = await call(args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(/USAGE\n\n {2}\$ ([\s\S]*?)\n\n/.exec(stdout)?.[1]?.replace(/\s+/g, " ")).toContain(
      usage
    )
  })

  it.each([
    [["tenants", "create"], "`telemark tenants create` needs <name>."],
    [["keys", "create"], "`telemark keys create` needs --tenant."],
    [["keys", "create", "--tenant"], "--tenant needs a value."],
    [["keys", "create", "--tenant", "-sekret"], "--tenant needs a value."],
    [["keys", "create", "--tenant=sekret", "--tenant", "b"], "--tenant is given more than once."],
    [["keys", "create", "--rate-limit=sekret", "--tenant", "a"], "--rate-limit takes an integer."],
    [["tenants", "remove", "a", "--yes=sekret"], "--yes takes no value."],
    [["tenants", "list", "--no-json"], "`telemark tenants list` has no option '--no-json'."],
    [["tenants", "list", "--x=sekret"], "`telemark tenants list` has no option '--x'."],
    [["tenants", "list", "sekret"], "`telemark tenants list` takes no arguments."],
    [["tenants", "create", "acme", "sekret"], "`telemark tenants create` takes only <name>."],
    [["feedback", "import", "--then", "sekret"], "--then takes one of keep, seen, delete."],
    [["tenants", "update", "a", "--track-opens=sekret"], "--track-opens takes one of on, off."],
    [["-x"], "`telemark` has no option '-x'."]
  ])("names what is wrong with %j, and repeats no value", async (args, problem) => {
    const { code, stderr, stdout } = await call(args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain(`telemark: ${problem}`)
    expect(stderr).not.toContain("sekret")
    expect(JSON.parse((await call([...args, "--json"])).stdout)).toMatchObject({
      error: "usage",
      message: expect.stringContaining(problem) as unknown
    })
  })
})
