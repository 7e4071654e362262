import { Effect, Exit } from "effect"
import { vi } from "vitest"
import { cli } from "../../src/cli/everything.js"
import { withEnvironment } from "./withEnvironment.js"

export interface Called {
  readonly code: 0 | 1
  readonly stdout: string
  readonly stderr: string
}

const collect = (stream: NodeJS.WriteStream) => {
  let text = ""
  const spy = vi.spyOn(stream, "write").mockImplementation((part) => {
    text += String(part)
    return true
  })
  return () => {
    spy.mockRestore()
    return text
  }
}

/**
 * Hides what the setup of the tests says to them: to the command line it looks like mistyped
 * settings.
 */
const hideTestVariables = () => {
  const hidden = Object.entries(process.env).filter(([name]) => name.startsWith("TELEMARK_TEST_"))
  for (const [name] of hidden) Reflect.deleteProperty(process.env, name)
  return () => {
    Object.assign(process.env, Object.fromEntries(hidden))
  }
}

/** Calls the command line inside the test's own process: starting one takes a second or more. */
export const call = async (
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
): Promise<Called> => {
  const showTestVariables = hideTestVariables()
  const [stdout, stderr] = [collect(process.stdout), collect(process.stderr)]
  const exit = await Effect.runPromiseExit(
    withEnvironment(cli(["node", "telemark", ...args]), environment)
  )
  showTestVariables()
  return { code: Exit.isSuccess(exit) ? 0 : 1, stdout: stdout(), stderr: stderr() }
}
