import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { bin, temporaryDirectory } from "./telemark.js"

interface Coverage {
  readonly result: ReadonlyArray<{ readonly url: string }>
}

/**
 * The files of JavaScript that a command loads, modules and CommonJS alike: those whose coverage
 * Node has when it ends. And what it printed.
 */
export const filesLoadedBy = (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
) => {
  const directory = temporaryDirectory()
  const { status, stdout } = spawnSync(process.execPath, [bin, ...args], {
    env: { ...env, NODE_V8_COVERAGE: directory },
    encoding: "utf8"
  })
  const files = new Set(
    readdirSync(directory).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(directory, name), "utf8")) as Coverage
      return result.map(({ url }) => url).filter((url) => url.startsWith("file:"))
    })
  )
  return { status, stdout, files: [...files] }
}
