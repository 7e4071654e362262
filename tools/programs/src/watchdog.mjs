// Runs a program, and ends it and all its children once the process that started us has ended,
// however that came about: its end closes our standard input. Then we remove the program's
// directory. A signal's name there, as its last word, ends the program by that signal, and keeps
// the directory. Where there is no such program, we end with 127.
import { spawn } from "node:child_process"
import { rmSync } from "node:fs"

const [directory, program, ...args] = process.argv.slice(2)
// As the leader of a group of its own, so that its children end with it.
const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit"], detached: true })
let said = ""
let isOver = false

/** Whether there was one to signal. */
const signal = (name) => {
  try {
    process.kill(-child.pid, name)
    return true
  } catch {
    return false
  }
}

child.on("error", () => process.exit(127))
child.on("exit", (code) => {
  const wasAsked = isOver && said === "SIGTERM"
  let turns = 0
  // Its children would still write. Some init processes don't bury the dead, so this has an end.
  const timer = setInterval(() => {
    const isLast = ++turns === 400
    if (signal(wasAsked && !isLast ? 0 : "SIGKILL") && !isLast) return
    clearInterval(timer)
    if (isOver && said === "")
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    process.exit(code ?? 0)
  }, 5)
})

process.stdin.setEncoding("utf8")
process.stdin.on("data", (text) => {
  said += text
})
process.stdin.on("end", () => {
  isOver = true
  signal(said === "SIGTERM" ? "SIGTERM" : "SIGKILL")
})

// Ctrl-C is meant for the process that started us: its end is ours. So is a signal to the whole group.
process.on("SIGINT", () => {})
process.on("SIGTERM", () => {})
