// Ends a server when the process that started it has ended, however that came about: its end closes
// our standard input. Told the server's pid as a line, or 0 when it has been stopped; the argument
// is the directory to remove.
import { rmSync } from "node:fs"
import { createInterface } from "node:readline"

const [directory] = process.argv.slice(2)
let pid = 0

const isRunning = () => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const remove = () => {
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    pid = Number(line)
  })
  .on("close", () => {
    if (pid === 0 || !isRunning()) {
      remove()
      return
    }
    process.kill(pid, "SIGQUIT")
    const timer = setInterval(() => {
      if (isRunning()) return
      clearInterval(timer)
      remove()
    }, 50)
  })

// Ctrl-C is meant for the process that started us: its end is ours.
process.on("SIGINT", () => {})
process.on("SIGTERM", () => {})
