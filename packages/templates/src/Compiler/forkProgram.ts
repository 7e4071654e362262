import { type ChildProcess, fork } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

// In the CommonJS build there is no import.meta.
const here = typeof __filename === "string" ? __filename : fileURLToPath(import.meta.url)

/** The built program, also where this file runs from the sources: to load those takes seconds of processor time for each process. */
const programFile = join(dirname(here), here.endsWith(".ts") ? "../../dist" : ".", "compiler.js")

/** Opens no window on Windows. The types of `fork` don't know that it takes what `spawn` takes. */
const hidden = { windowsHide: true }

/**
 * Starts a process that compiles, with at most so many MB of heap. It sees no environment, and nothing it prints is
 * shown. Throws if its program isn't there.
 */
export const forkProgram = (memory: number, file = programFile): ChildProcess => {
  if (!existsSync(file)) {
    throw new Error(`${file}, which compiles templates, isn't there: leave @telemark/templates out of the bundle (mark it as external)`)
  }
  return fork(file, [String(process.pid)], {
    // At import, mjml-core looks for `.mjmlconfig` in the working directory and runs the components it names. Ours has none.
    cwd: dirname(file),
    env: {},
    // Options of the host's process, such as a loader of its application, are not passed on.
    execArgv: [`--max-old-space-size=${memory}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    ...hidden
  })
}
