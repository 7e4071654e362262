import { programFile } from "@telemark/core"
import { type ChildProcess, fork } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"

// In a bundle that is CommonJS there is no `import.meta`.
const here = typeof __filename === "string" ? __filename : fileURLToPath(import.meta.url)

const findProgram = (): string =>
  programFile({ here, name: "telemark-template-compiler.js", of: "@telemark/templates" })

/**
 * Opens no window on Windows. `fork` accepts the options of `spawn`, but its types don't say so.
 */
const hidden = { windowsHide: true }

/**
 * Starts a compiler process whose heap is limited to `memory` MB, without environment variables and
 * output. Throws if the program file is missing.
 */
export const forkProgram = (memory: number, file = findProgram()): ChildProcess => {
  if (!existsSync(file)) {
    throw new Error(
      `${file}, which compiles templates, is missing: keep @telemark/templates out of the bundle (mark it as external)`
    )
  }
  return fork(file, [String(process.pid)], {
    // On import, mjml-core looks for `.mjmlconfig` in the working directory and runs the components
    // it names. Ours has none.
    cwd: dirname(file),
    env: {},
    // The host's options, such as a loader, don't apply.
    execArgv: [`--max-old-space-size=${memory}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    ...hidden
  })
}
