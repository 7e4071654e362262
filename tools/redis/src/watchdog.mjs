// Runs a program, and ends it once the process that started us has ended, however that came about: its end closes our standard input.
// A signal's name there, as its last word, ends the program by that signal. Where there is no such program, we end with 127.
import { spawn } from "node:child_process"

const [program, ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] })
child.on("error", () => process.exit(127))
child.on("exit", (code) => process.exit(code ?? 0))

let said = ""
process.stdin.setEncoding("utf8")
process.stdin.on("data", (text) => { said += text })
process.stdin.on("end", () => child.kill(said === "SIGTERM" ? "SIGTERM" : "SIGKILL"))

// Ctrl-C is meant for the process that started us: its end is ours.
process.on("SIGINT", () => {})
