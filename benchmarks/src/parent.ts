import { createInterface } from "node:readline"

/** Prints a line to the benchmark that started this process. */
export const tell = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Ends this process when the benchmark is gone, and answers each of its lines until then. */
export const serveParent = (
  answer: (line: string) => Promise<string> = () => Promise.resolve("")
): void => {
  createInterface({ input: process.stdin })
    .on("line", (line) => {
      void answer(line).then(tell, (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      })
    })
    .on("close", () => process.exit(0))
}
