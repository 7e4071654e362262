import { Effect } from "effect"
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

/**
 * A process of our own that runs a program of the tests on the built packages: what it prints, line
 * by line, and how to tell it something.
 */
export const startProcess = (program: URL, ...args: ReadonlyArray<string>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, ["--import", "tsx", fileURLToPath(program), ...args], {
          stdio: ["pipe", "pipe", "inherit"]
        })
      ),
      (child) =>
        Effect.sync(() => {
          child.kill("SIGKILL")
        })
    ),
    (child) => {
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      const nextLine = Effect.map(
        Effect.promise(() => lines.next()),
        ({ done, value }) => (done === true ? undefined : value)
      )
      return {
        /** The next line, or undefined when the process has ended. */
        nextLine,
        /** All that is still to come. */
        rest: Effect.gen(function* () {
          const all: Array<string> = []
          for (let line = yield* nextLine; line !== undefined; line = yield* nextLine)
            all.push(line)
          return all
        }),
        say: (line: string) =>
          Effect.sync(() => {
            child.stdin.write(`${line}\n`)
          }),
        kill: Effect.sync(() => {
          child.kill("SIGKILL")
        })
      }
    }
  )
