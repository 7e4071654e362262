import { readFileSync } from "node:fs"
import { colouredFor } from "../output.js"
import { asksForJson, isAdministration, readEnvFiles, version } from "./commandLine.js"

// If the reader of our output exits (`telemark serve | head`), delivery must go on.
const ignore = (): void => {}
process.stdout.on("error", ignore)
process.stderr.on("error", ignore)

/** As the build had it printed; undefined before. */
const builtHelp = (): string | undefined => {
  try {
    return colouredFor(process.stdout, readFileSync(new URL("help.txt", import.meta.url), "utf8"))
  } catch {
    return undefined
  }
}

/** Without loading anything: scripts ask for it often. */
const answer = ([word, ...others]: ReadonlyArray<string>): string | undefined => {
  if (others.length > 0) return undefined
  if (word === "--version") return `${version}\n`
  return word === "--help" || word === "-h" ? builtHelp() : undefined
}

const read = readEnvFiles(process.argv, process.env)
const text = read.problem === undefined ? answer(read.argv.slice(2)) : undefined
if (read.problem === undefined) process.argv = [...read.argv]
if (read.problem !== undefined) {
  if (asksForJson(process.argv))
    process.stdout.write(
      `${JSON.stringify({ error: "env_file_not_usable", message: read.problem }, undefined, 2)}\n`
    )
  process.stderr.write(`telemark: ${read.problem}\n`)
  process.exitCode = 1
} else if (text !== undefined) process.stdout.write(text)
else {
  const { start } = isAdministration(process.argv[2])
    ? await import("./administration.js")
    : await import("./everything.js")
  start()
}
