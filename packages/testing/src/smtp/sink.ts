/**
 * An SMTP server that takes every mail and throws it away, for benchmarks: run as a process of its own, so
 * that its work isn't counted as the sender's. It reads nothing of a message but its end.
 *
 *     node --conditions=@telemark/source --import tsx packages/testing/src/smtp/sink.ts [--host 127.0.0.1] [--port 0]
 *
 * The first line on standard output is its port. Each line on standard input is answered with a line that
 * holds the number of messages taken so far; the end of standard input ends it.
 */
import { createServer, type Socket } from "node:net"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"

const endOfData = Buffer.from("\r\n.\r\n")
const nothing = Buffer.alloc(0)

const { values: { host, port } } = parseArgs({
  options: { host: { type: "string", default: "127.0.0.1" }, port: { type: "string", default: "0" } }
})

let messages = 0

const replies: Readonly<Record<string, string>> = {
  EHLO: "250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE 52428800\r\n",
  HELO: "250 sink\r\n",
  DATA: "354 go on\r\n",
  QUIT: "221 bye\r\n"
}

const serve = (socket: Socket): void => {
  let rest: Buffer = nothing
  let isMessage = false
  socket.setNoDelay(true)
  socket.on("error", () => socket.destroy())
  socket.write("220 sink ESMTP\r\n")
  socket.on("data", (chunk: Buffer) => {
    let input: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let answer = ""
    for (;;) {
      const end = isMessage ? input.indexOf(endOfData) : input.indexOf("\r\n")
      if (end < 0) break
      if (isMessage) {
        messages++
        answer += "250 2.0.0 taken\r\n"
        isMessage = false
        input = input.subarray(end + endOfData.length)
        continue
      }
      const command = input.toString("latin1", 0, Math.min(end, 4)).toUpperCase()
      input = input.subarray(end + 2)
      answer += replies[command] ?? "250 2.0.0 ok\r\n"
      isMessage = command === "DATA"
      if (command === "QUIT") socket.end()
    }
    // Of a message only what may be the beginning of its end is kept.
    rest = isMessage ? input.subarray(Math.max(0, input.length - endOfData.length + 1)) : input
    if (answer !== "" && socket.writable) socket.write(answer)
  })
}

const server = createServer(serve).listen(Number(port), host, () => {
  const address = server.address()
  process.stdout.write(`${String(typeof address === "object" && address !== null ? address.port : port)}\n`)
})

createInterface({ input: process.stdin })
  .on("line", () => process.stdout.write(`${String(messages)}\n`))
  .on("close", () => process.exit(0))
