import { createServer, type Socket } from "node:net"
import type { AddressInfo } from "node:net"

const endOfData = Buffer.from("\r\n.\r\n")
const nothing = Buffer.alloc(0)

const replies: Readonly<Record<string, string>> = {
  EHLO: "250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE 52428800\r\n",
  DATA: "354 go on\r\n",
  QUIT: "221 bye\r\n"
}

const addressIn = (command: string): string => /<([^>]*)>/.exec(command)?.[1] ?? ""

const converse = (socket: Socket, arrived: (recipient: string) => void): void => {
  let rest: Buffer = nothing
  let isMessage = false
  let recipient = ""
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
        isMessage = false
        answer += "250 2.0.0 taken\r\n"
        input = input.subarray(end + endOfData.length)
        continue
      }
      const command = input.toString("latin1", 0, end)
      const verb = command.slice(0, 4).toUpperCase()
      input = input.subarray(end + 2)
      if (verb === "RCPT") recipient = addressIn(command)
      if (verb === "DATA") {
        isMessage = true
        arrived(recipient)
      }
      answer += replies[verb] ?? "250 2.0.0 ok\r\n"
      if (verb === "QUIT") socket.end()
    }
    rest = isMessage ? input.subarray(Math.max(0, input.length - endOfData.length + 1)) : input
    if (answer !== "" && socket.writable) socket.write(answer)
  })
}

/** An SMTP server that throws mail away, and says whose was offered at each DATA. Answers its port. */
export const startSink = (arrived: (recipient: string) => void): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer((socket) => { converse(socket, arrived) })
    server.listen(0, "127.0.0.1", () => { resolve((server.address() as AddressInfo).port) })
  })
