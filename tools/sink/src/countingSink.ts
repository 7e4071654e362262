// Takes mail in a process of its own: `node --import tsx countingSink.ts`. The first line on
// standard output is its port. Each line on standard input is answered with a line that holds the
// number of messages taken so far; the end of standard input ends it.
import { createInterface } from "node:readline"
import { startSink } from "./startSink.js"

let messages = 0
const port = await startSink({
  taken: () => {
    messages++
  }
})
process.stdout.write(`${String(port)}\n`)

createInterface({ input: process.stdin })
  .on("line", () => process.stdout.write(`${String(messages)}\n`))
  .on("close", () => process.exit(0))
