import { type AddressInfo, createServer, type Socket } from "node:net"

const endOfData = Buffer.from("\r\n.\r\n")
const nothing = Buffer.alloc(0)

/** How much of each message is kept until the next one: its header. */
const headOctets = 4096

const replies: Readonly<Record<string, string>> = {
  HELO: "250 sink\r\n",
  EHLO: "250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE 52428800\r\n",
  DATA: "354 go on\r\n",
  QUIT: "221 bye\r\n"
}

const addressIn = (command: string): string => /<([^>]*)>/.exec(command)?.[1] ?? ""

/** A message that was taken. */
export interface TakenMessage {
  readonly recipients: ReadonlyArray<string>
  readonly octets: number
  /** The beginning of it. */
  readonly head: string
}

export interface SinkNotes {
  /** Is called at DATA, with each recipient. */
  readonly arrived?: (recipient: string) => void
  /** Is called when a message was taken. */
  readonly taken?: (message: TakenMessage) => void
}

const converse = (socket: Socket, { arrived, taken }: SinkNotes): void => {
  let rest: Buffer = nothing
  let isMessage = false
  let recipients: Array<string> = []
  let octets = 0
  let head = ""
  socket.setNoDelay(true)
  socket.on("error", () => socket.destroy())
  socket.write("220 sink ESMTP\r\n")
  socket.on("data", (chunk: Buffer) => {
    let input: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let answer = ""
    for (;;) {
      if (isMessage && head === "") head = input.toString("latin1", 0, headOctets)
      const end = isMessage ? input.indexOf(endOfData) : input.indexOf("\r\n")
      if (end < 0) break
      if (isMessage) {
        isMessage = false
        answer += "250 2.0.0 taken\r\n"
        taken?.({ recipients, octets: octets + end, head })
        recipients = []
        input = input.subarray(end + endOfData.length)
        continue
      }
      const command = input.toString("latin1", 0, end)
      const verb = command.slice(0, 4).toUpperCase()
      input = input.subarray(end + 2)
      if (verb === "MAIL" || verb === "RSET") recipients = []
      if (verb === "RCPT") recipients.push(addressIn(command))
      if (verb === "DATA") {
        isMessage = true
        octets = 0
        head = ""
        if (arrived !== undefined) recipients.forEach(arrived)
      }
      answer += replies[verb] ?? "250 2.0.0 ok\r\n"
      if (verb === "QUIT") socket.end()
    }
    rest = isMessage ? input.subarray(Math.max(0, input.length - endOfData.length + 1)) : input
    if (isMessage) octets += input.length - rest.length
    if (answer !== "" && socket.writable) socket.write(answer)
  })
}

/**
 * An SMTP server that throws mail away, and says whose was offered at each DATA. Answers its port.
 */
export const startSink = (notes: SinkNotes): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer((socket) => {
      converse(socket, notes)
    })
    server.listen(0, "127.0.0.1", () => {
      resolve((server.address() as AddressInfo).port)
    })
  })
