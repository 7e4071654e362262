// Opens connections to a port of this machine from many addresses, and talks nonsense on each:
// `node flood.mjs <port> <connections> <at once>`. Prints how they were answered, by code, and how many
// lines the server had for one of them at most.
import { connect } from "node:net"

const [port, total, atOnce] = process.argv.slice(2).map(Number)
const answers = {}
let begun = 0
let ended = 0
let lines = 0

const addressOf = (number) =>
  `127.${String(1 + (number % 200))}.${String(number % 251)}.${String(1 + (number % 249))}`

const next = () => {
  if (begun === total) return
  const number = begun++
  const socket = connect({
    port,
    host: "127.0.0.1",
    localAddress: addressOf(number)
  })
  let first = true
  let got = 0
  socket.on("data", (reply) => {
    got += reply.toString("latin1").split("\n").length - 1
    if (!first) return
    first = false
    const code = reply.toString("latin1", 0, 3)
    answers[code] = (answers[code] ?? 0) + 1
    const guess = `b+${"a2b3c4d5".repeat(5).slice(1)}@bounces.shop.example`
    if (code === "220")
      socket.write(
        `EHLO junk\r\nMAIL FROM:<>\r\n${`RCPT TO:<${guess}>\r\n`.repeat(50)}${"NOOP\r\n".repeat(100)}${"x".repeat(9_000)}`
      )
  })
  socket.on("error", () => {})
  socket.on("close", () => {
    if (first) answers.none = (answers.none ?? 0) + 1
    lines = Math.max(lines, got)
    if (++ended === total) process.stdout.write(JSON.stringify({ answers, lines }))
    next()
  })
}

for (let index = 0; index < atOnce; index++) next()
