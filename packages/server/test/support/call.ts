import { ConfigProvider, Effect, Exit } from "effect"
import { vi } from "vitest"
import { cli } from "../../src/Cli/index.js"

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

/** Calls the command line inside the test's own process: starting one takes a second or more. */
export const call = async (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}): Promise<Called> => {
  const [stdout, stderr] = [collect(process.stdout), collect(process.stderr)]
  const provider = ConfigProvider.fromMap(new Map(Object.entries(environment)))
  const exit = await Effect.runPromiseExit(Effect.withConfigProvider(cli(["node", "telemark", ...args]), provider))
  return { code: Exit.isSuccess(exit) ? 0 : 1, stdout: stdout(), stderr: stderr() }
}
