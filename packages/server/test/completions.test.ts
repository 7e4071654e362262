import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { bin, temporaryDirectory } from "./support/telemark.js"

const telemark = (...args: ReadonlyArray<string>) => {
  const { HOME = "", PATH = "" } = process.env
  return spawnSync(process.execPath, [bin, ...args], { encoding: "utf8", env: { HOME, PATH } })
}

/** What bash would offer behind each of these lines. */
const offeredFor = (script: string, lines: ReadonlyArray<string>) => {
  const program = `
    source "$1"; shift
    for line in "$@"; do
      COMP_LINE=$line COMP_POINT=\${#line}
      read -ra COMP_WORDS <<< "$line"
      [[ $line == *" " ]] && COMP_WORDS+=("")
      COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)) COMPREPLY=()
      function=$(complete -p telemark | sed -E 's/.*-F ([^ ]+).*/\\1/')
      $function telemark "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD - 1]}"
      echo "\${COMPREPLY[*]}"
    done`
  const { status, stderr, stdout } = spawnSync(
    "bash",
    ["--norc", "-c", program, "bash", script, ...lines],
    { encoding: "utf8" }
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  return stdout.trimEnd().split("\n")
}

describe("telemark --completions", () => {
  it("has bash offer commands, their options, and the values that these take", () => {
    const { status, stdout } = telemark("--completions", "bash")
    expect(status).toBe(0)
    const script = join(temporaryDirectory(), "telemark.bash")
    writeFileSync(script, stdout)
    const [commands = "", ...offered] = offeredFor(script, [
      "telemark ",
      "telemark supp",
      "telemark suppressions ",
      "telemark tail --",
      "telemark events trigger email.bo",
      "telemark feedback-sources "
    ])
    const listed = telemark("--help").stdout.matchAll(/^ {2}([a-z-]+)(?: [a-z-]+)?(?: {2,}|$)/gm)
    expect(commands.split(" ").sort()).toEqual(
      [...new Set([...listed].map(([, name]) => name))].sort()
    )
    expect(offered).toEqual([
      "suppressions",
      "list add remove import export incidents undo",
      "--tenant --types --json",
      "email.bounced",
      "add list update remove"
    ])
  })

  it.each(["zsh", "fish"])("has a script for %s, too", (shell) => {
    const { status, stdout } = telemark("--completions", shell)
    expect(status).toBe(0)
    for (const name of ["suppressions", "tail", "trigger", "forward-to"])
      expect(stdout).toContain(name)
  })
})
