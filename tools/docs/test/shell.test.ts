import { describe, expect, it } from "vitest"
import { bodies } from "../src/code/bodies.js"
import {
  commandsOf,
  problemOfCall,
  problemsOfShell,
  readCompletions,
  readCurl,
  typedIn,
  withoutVariables
} from "../src/code/shell/index.js"
import { readOpenApi } from "../src/reference/index.js"

const completing = (name: string, options: string, commands: string): string =>
  `${name}()
{
  [[ -n "$_used_0" ]] || _filtered_flags+=" ${options}"
  COMPREPLY=( $(compgen -W '${commands}' -- "$cur") )
}
`

const commands = readCompletions(
  completing("_telemark", "--version", "keys serve") +
    completing("_telemark_serve", "--no-worker", "") +
    completing("_telemark_keys", "", "create") +
    completing("_telemark_keys_create", "--tenant", "")
)
const known = { bodies: bodies(readOpenApi()), commands }

describe("a script", () => {
  it("is split into commands and words, as shells do", () => {
    expect(
      commandsOf('A=1 telemark serve # now\ncurl \\\n  -d \'{"a": 1}\' "x $Y" | jq; echo a\\ b')
    ).toEqual([
      ["A=1", "telemark", "serve"],
      ["curl", "-d", '{"a": 1}', "x $Y"],
      ["jq"],
      ["echo", "a b"]
    ])
    expect(withoutVariables(["A=1", "telemark", "serve"])).toEqual(["telemark", "serve"])
  })

  it("that is none is found", () => {
    expect(problemsOfShell("curl <id>", "docs/http.md", known)[0]).toContain("syntax error")
  })

  it("in what a terminal shows is what was typed", () => {
    expect([
      typedIn("$ telemark keys\nNAME"),
      typedIn("telemark serve\n"),
      typedIn("emails/\n  welcome/")
    ]).toEqual(["telemark keys", "telemark serve\n", ""])
  })
})

describe("a call of telemark", () => {
  it.each([
    "telemark",
    "telemark serve --no-worker",
    "telemark keys create --tenant=x",
    "telemark keys create name -h"
  ])("passes: %s", (call) => {
    expect(problemOfCall(call.split(" "), commands)).toBeUndefined()
  })

  it.each([
    ["telemark start", "telemark has no command start"],
    ["telemark keys make", "telemark keys has no command make"],
    ["telemark serve --fast", "telemark serve has no --fast"]
  ])("is found: %s", (call, problem) => {
    expect(problemOfCall(call.split(" "), commands)).toBe(problem)
  })
})

describe("a call of the interface", () => {
  const at = "http://127.0.0.1:3025/v1"

  it("is read from curl", () => {
    expect(readCurl(["curl", "-X", "PUT", `${at}/brand`, "-H", "A: b", "-d", "{}"])).toEqual({
      method: "PUT",
      url: `${at}/brand`,
      headers: { a: "b" },
      body: "{}"
    })
  })

  it("passes where there is such an operation and its body fits", () => {
    expect(
      problemsOfShell(
        `curl ${at}/emails/send -d '{"to": "ada@example.com", "text": "x"}'`,
        "README.md",
        known
      )
    ).toEqual([])
    expect(problemsOfShell(`curl "${at}/emails?limit=1"`, "README.md", known)).toEqual([])
  })

  it.each([
    [`curl ${at}/mails`, "the interface has no GET /v1/mails"],
    [`curl ${at}/emails/send -d '{"subject": "x"}'`, "body must have required property 'to'"],
    [
      `curl ${at}/emails/send -d '{"to": "ada@example.com", "subjct": "x"}'`,
      "body must NOT have additional properties"
    ],
    [`curl ${at}/emails/send -d '{"to": '`, "isn't JSON"]
  ])("is found: %s", (call, problem) => {
    expect(problemsOfShell(call, "README.md", known)[0]).toContain(problem)
  })
})

it("finds scripts of npm that aren't there", () => {
  expect(problemsOfShell("npm run fly", "README.md", known)).toEqual([
    "there is no script fly for npm"
  ])
})
