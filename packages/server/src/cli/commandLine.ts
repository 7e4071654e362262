// Nothing of the program is loaded here: settings must be known before it.
import { readFileSync } from "node:fs"
import { parseEnv } from "node:util"
import manifest from "../../package.json" with { type: "json" }

const option = "--env-file"

type WithEnvFiles =
  | { readonly argv: ReadonlyArray<string>; readonly problem?: undefined }
  | { readonly problem: string }

const isFile = (word: string | undefined): word is string =>
  word !== undefined && word !== "" && !word.startsWith("--")

/**
 * Takes `--env-file FILE` as Node does: what the environment has stays, and of several files the
 * last one counts.
 */
export const readEnvFiles = (
  argv: ReadonlyArray<string>,
  environment: NodeJS.ProcessEnv
): WithEnvFiles => {
  const others: Array<string> = []
  const found: Record<string, string | undefined> = {}
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? ""
    if (word !== option && !word.startsWith(`${option}=`)) {
      others.push(word)
      continue
    }
    const file = word === option ? argv[++index] : word.slice(option.length + 1)
    if (!isFile(file)) return { problem: `Give ${option} a file: ${option} .env` }
    try {
      Object.assign(found, parseEnv(readFileSync(file, "utf8")))
    } catch {
      return {
        problem: `The file of ${option} can't be read. Check its path, which begins at the working directory, and who may read it.`
      }
    }
  }
  for (const [name, value] of Object.entries(found)) environment[name] ??= value
  return { argv: others }
}

/** As its parser reads it: `--json false` doesn't. */
export const asksForJson = (words: ReadonlyArray<string>): boolean =>
  words.some(
    (word, index) =>
      /^--json=(?:true|1|y|yes|on)$/.test(word) ||
      (word === "--json" && !/^(?:false|0|n|no|off)$/.test(words[index + 1] ?? ""))
  )

export const administrationNames = [
  "migrate",
  "tenants",
  "keys",
  "topics",
  "suppressions",
  "tail",
  "audit",
  "secrets",
  "dashboard",
  "recount",
  "backup",
  "copy",
  "restore",
  "hold",
  "held"
] as const

/** Whether a command needs the database and no other service. */
export const isAdministration = (word: string | undefined): boolean =>
  administrationNames.some((name) => name === word)

export const version: string = manifest.version
