import { connect as connectPlain, type Socket } from "node:net"
import { connect as connectTls, TLSSocket } from "node:tls"

/** Speaks SMTP line by line, rightly or wrongly. */
export interface SmtpClient {
  /** The next reply, all lines of it; "" once the connection is closed. */
  readonly reply: () => Promise<string>
  /** Sends a command and returns its reply. */
  readonly say: (line: string) => Promise<string>
  readonly write: (text: string | Uint8Array) => void
  /** Goes on by TLS after a STARTTLS that was accepted. */
  readonly secure: () => Promise<void>
  /** The common name of the server's certificate. */
  readonly peerName: () => string
  readonly protocol: () => string | null
  /** Resolves once the connection is closed. */
  readonly closed: Promise<void>
  readonly close: () => void
}

const wholeReply = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\n/

export const openClient = (port: number, localAddress = "127.0.0.1"): SmtpClient => {
  let socket: Socket = connectPlain({ port, host: "127.0.0.1", localAddress })
  let text = ""
  let isClosed = false
  const waiting: Array<(reply: string) => void> = []
  let noteClosed = (): void => {}
  const closed = new Promise<void>((resolve) => {
    noteClosed = resolve
  })
  const serve = (): void => {
    for (
      let next = wholeReply.exec(text);
      next !== null && waiting.length > 0;
      next = wholeReply.exec(text)
    ) {
      text = text.slice(next[0].length)
      waiting.shift()?.(next[0].trimEnd().replace(/\r/g, ""))
    }
    if (isClosed) for (const resolve of waiting.splice(0)) resolve("")
  }
  const listen = (): void => {
    socket.on("error", () => {})
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1")
      serve()
    })
    socket.on("close", () => {
      isClosed = true
      serve()
      noteClosed()
    })
  }
  listen()
  const reply = () =>
    new Promise<string>((resolve) => {
      waiting.push(resolve)
      serve()
    })
  return {
    reply,
    say: (line) => {
      socket.write(`${line}\r\n`)
      return reply()
    },
    write: (bytes) => {
      socket.write(bytes)
    },
    secure: () =>
      new Promise((resolve, reject) => {
        socket.removeAllListeners()
        socket = connectTls({ socket, rejectUnauthorized: false }, resolve)
        socket.once("error", reject)
        listen()
      }),
    peerName: () =>
      socket instanceof TLSSocket ? String(socket.getPeerCertificate().subject.CN) : "",
    protocol: () => (socket instanceof TLSSocket ? socket.getProtocol() : null),
    closed,
    close: () => {
      socket.destroy()
    }
  }
}

/** A client that was greeted and has said EHLO. */
export const greetedClient = async (port: number, localAddress?: string): Promise<SmtpClient> => {
  const client = openClient(port, localAddress)
  await client.reply()
  await client.say("EHLO mail.far.example")
  return client
}

/** As it goes over the wire: line ends of SMTP, doubled dots, the final dot. */
export const dataOf = (source: string | Uint8Array): string =>
  `${Buffer.from(source)
    .toString("latin1")
    .replace(/\r?\n/g, "\r\n")
    .replace(/^\./gm, "..")
    .replace(/(?<!\r\n)$/, "\r\n")}.\r\n`

/** Delivers a message and returns the last reply: that to its end, or the first that refuses. */
export const deliver = async (
  client: SmtpClient,
  recipients: ReadonlyArray<string>,
  source: string | Uint8Array,
  sender = ""
): Promise<string> => {
  for (const command of [
    `MAIL FROM:<${sender}>`,
    ...recipients.map((recipient) => `RCPT TO:<${recipient}>`),
    "DATA"
  ]) {
    const reply = await client.say(command)
    if (!/^[23]/.test(reply)) return reply
  }
  client.write(Buffer.from(dataOf(source), "latin1"))
  return client.reply()
}
