import { type Program, startProgram } from "@telemark-tools/load"
import { fileURLToPath } from "node:url"
import { atEnd } from "./lifetime.js"

/** A process of this benchmark. It is stopped at the end. */
export type Child = Program

export interface ChildOptions {
  /** The only core that it may run on; any by default. */
  readonly core?: number
  /** For how long to wait for its first line, in milliseconds; a minute by default. */
  readonly within?: number
  /** Its variables, beside ours. */
  readonly env?: Readonly<Record<string, string>>
}

const tsx = fileURLToPath(import.meta.resolve("tsx"))

/** Sources are run from sources, and built packages by built ones: as this process was started. */
const conditions = process.execArgv.filter((argument) => argument.startsWith("--conditions="))
export const fromSources = conditions.includes("--conditions=@telemark/source")

/** A server would warn of what looks like a setting and is none. */
const { TELEMARK_TEST_POSTGRES_URL: _, ...inherited } = process.env

/** JavaScript runs without a loader, as users run it. */
const loader = (path: string): ReadonlyArray<string> =>
  path.endsWith(".js") ? [] : [...conditions, "--import", tsx]

/**
 * Runs a file of this folder, or of that path, in a process of its own and waits for its first
 * line. It is killed at the end.
 */
export const startChild = async (
  file: string,
  args: ReadonlyArray<string> = [],
  { core, env, within }: ChildOptions = {}
): Promise<Child> => {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const pinned = core === undefined ? [] : ["taskset", "-c", String(core)]
  const child = await startProgram(
    file,
    [...pinned, process.execPath, ...loader(path), path, ...args],
    { env: { ...inherited, ...env }, within }
  )
  atEnd(child.stop)
  return child
}
