import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { root } from "../../pages.js"
import type { Bodies } from "../bodies.js"
import { readJson } from "../json.js"
import { type Commands, problemOfCall } from "./cli.js"
import { readCurl } from "./curl.js"
import { commandsOf, withoutVariables } from "./words.js"

/** Where the pages have the server. */
export const origin = "http://127.0.0.1:3025"

/** What commands are looked up in. */
export interface Known {
  readonly bodies: Bodies
  readonly commands: Commands
}

const problemOfCurl = (words: ReadonlyArray<string>, { bodies }: Known): string | undefined => {
  const { body, method, url } = readCurl(words)
  if (!url.startsWith(origin)) return undefined
  const { pathname } = new URL(url)
  if (!pathname.startsWith("/v1/")) return undefined
  const read = body === undefined ? { value: undefined } : readJson(body)
  return "problem" in read ? read.problem : bodies.ofRequest(method, pathname, read.value)
}

/**
 * The scripts that `npm run` knows in the folder of a page; of pages under docs/, those at the
 * root.
 */
const scriptsNear = (file: string): Readonly<Record<string, unknown>> => {
  const near = join(root, dirname(file), "package.json")
  const manifest: unknown = JSON.parse(
    readFileSync(existsSync(near) ? near : join(root, "package.json"), "utf8")
  )
  const scripts: unknown =
    typeof manifest === "object" && manifest !== null ? Reflect.get(manifest, "scripts") : undefined
  return typeof scripts === "object" && scripts !== null ? { ...scripts } : {}
}

const problemOfNpm = (words: ReadonlyArray<string>, file: string): string | undefined => {
  const [, command = "", name = ""] = words
  const script =
    command === "run" ? name : ["start", "test"].includes(command) ? command : undefined
  return script === undefined || script in scriptsNear(file) || script in scriptsNear("README.md")
    ? undefined
    : `there is no script ${script} for npm`
}

const problemOfNode = (words: ReadonlyArray<string>): string | undefined => {
  const program = words.slice(1).find((word) => /\.(?:m?js|ts)$/.test(word))
  return program === undefined || existsSync(join(root, program))
    ? undefined
    : `there is no ${program}`
}

const problemOf = (
  words: ReadonlyArray<string>,
  file: string,
  known: Known
): string | undefined => {
  if (words[0] === "curl") return problemOfCurl(words, known)
  if (words[0] === "telemark") return problemOfCall(words, known.commands)
  if (words[0] === "npm") return problemOfNpm(words, file)
  return words[0] === "node" && file.startsWith("benchmarks/") ? problemOfNode(words) : undefined
}

/**
 * What is wrong with a script: it isn't one, calls of the interface that it hasn't or with bodies
 * that it refuses, commands of `telemark` and scripts of npm that aren't there. Other programs are
 * taken as given.
 */
export const problemsOfShell = (
  script: string,
  file: string,
  known: Known
): ReadonlyArray<string> => {
  const { status, stderr } = spawnSync("bash", ["-n"], { input: script, encoding: "utf8" })
  if (status !== 0) return [stderr.trim()]
  return commandsOf(script).flatMap(
    (command) => problemOf(withoutVariables(command), file, known) ?? []
  )
}

const programs: ReadonlySet<string> = new Set(["curl", "export", "node", "npm", "telemark"])

/**
 * The commands in what a terminal shows: the lines behind a `$`, or all of it if it begins with a
 * program's name. Nothing where it is no terminal's, such as a listing of files.
 */
export const typedIn = (text: string): string => {
  const lines = text.split("\n")
  const prompted = lines.filter((line) => line.startsWith("$ "))
  if (prompted.length > 0) return prompted.map((line) => line.slice("$ ".length)).join("\n")
  return programs.has(text.split(/\s/)[0] ?? "") ? text : ""
}
