import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

const bin = fileURLToPath(new URL("../../bin/telemark.js", import.meta.url))

/** Prints the CommonJS files that were loaded, once the process ends. */
const atEnd =
  "data:text/javascript,import { createRequire } from 'node:module';" +
  "process.on('exit', () => { console.error(JSON.stringify(Object.keys(createRequire('/').cache))) })"

/**
 * The CommonJS files that a command loads, such as database drivers. In a process of its own: tests
 * share theirs with others.
 */
export const loadedBy = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>
): ReadonlyArray<string> => {
  const { stderr } = spawnSync(process.execPath, ["--import", atEnd, bin, ...args], { env })
  return JSON.parse(stderr.toString().trim().split("\n").at(-1) ?? "[]") as ReadonlyArray<string>
}
