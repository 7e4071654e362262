import type { Socket } from "node:net"
import { createSecureContext, TLSSocket } from "node:tls"
import { capabilitiesOf, mechanismsOf } from "./capabilities.js"
import type { ReceivedMail, SmtpPeerOptions, TokenLogin } from "./options.js"
import type { PeerRule, PeerStage, Rules } from "./rules.js"
import { challengeTo, isTokenMechanism, maxCommand } from "./tokenLogin.js"

interface Recorder {
  readonly rules: () => Rules
  readonly command: (line: string) => void
  readonly mail: (mail: ReceivedMail) => void
}

interface Transaction {
  readonly from: string
  readonly parameters: string
  readonly to: Array<string>
}

const endOfData = Buffer.from("\r\n.\r\n")
/** Directly after DATA, a dot ends an empty message. */
const endOfNothing = Buffer.from(".\r\n")

const stages: Readonly<Record<string, PeerStage>> = {
  EHLO: "ehlo",
  HELO: "ehlo",
  STARTTLS: "starttls",
  AUTH: "auth",
  MAIL: "mail",
  RCPT: "rcpt",
  DATA: "data",
  RSET: "rset",
  QUIT: "quit"
}
const decode64 = (text: string): string => Buffer.from(text, "base64").toString("utf8")

/** Without brackets, which may stand in its quotes, too; and the rest. */
const pathIn = (line: string): { readonly address: string; readonly parameters: string } => {
  const [, address = "", parameters = ""] = /<((?:"(?:\\.|[^"\\])*"|[^">])*)>(.*)$/.exec(line) ?? []
  return { address, parameters: parameters.trim() }
}

/** One session. It speaks SMTP (RFC 5321) except where a rule applies. */
export class Conversation {
  #socket: Socket
  /** The accepted socket, also after STARTTLS: a TLS socket only with `implicitTls`. */
  readonly #raw: Socket
  readonly #number: number
  readonly #options: SmtpPeerOptions
  readonly #recorder: Recorder
  #input: Buffer = Buffer.alloc(0)
  #transaction: Transaction | undefined
  #isMessage = false
  #isFirstChunk = false
  /** No further input is read. */
  #isDeaf = false
  #user: string | null = null
  /** Handles the next line if that isn't a command. */
  #awaited: ((line: string) => void) | undefined

  constructor(socket: Socket, number: number, options: SmtpPeerOptions, recorder: Recorder) {
    this.#socket = socket
    this.#raw = socket
    this.#number = number
    this.#options = options
    this.#recorder = recorder
    this.#listen()
    this.#answer("greeting", () => this.#say("220 peer.test ESMTP"))
  }

  #listen(): void {
    this.#socket.on("error", () => this.#socket.destroy())
    this.#socket.on("data", (chunk: Buffer) => {
      this.#input = Buffer.concat([this.#input, chunk])
      this.#read()
    })
  }

  #say(...lines: ReadonlyArray<string>): void {
    if (this.#socket.writable) this.#socket.write(lines.map((line) => `${line}\r\n`).join(""))
  }

  #answer(
    stage: PeerStage,
    asAsked: () => void,
    {
      onKeep,
      recipient = this.#transaction?.to.at(-1) ?? "",
      sender = this.#transaction?.from ?? ""
    }: {
      readonly onKeep?: () => void
      readonly recipient?: string
      readonly sender?: string
    } = {}
  ): void {
    const rule = this.#recorder.rules().take(stage, recipient, sender)
    if (rule === undefined) asAsked()
    else this.#follow(rule, onKeep)
  }

  #follow(rule: PeerRule, onKeep?: () => void): void {
    if (rule.does === "say") {
      this.#say(rule.text)
      if (rule.text.startsWith("421") && rule.stays !== true) this.#socket.end()
      return
    }
    this.#isDeaf = true
    if (rule.keep) onKeep?.()
    if (rule.does === "stall") return
    if (rule.how === "fin") this.#socket.end()
    // A TLS socket can't reset its connection.
    else if (this.#raw instanceof TLSSocket) this.#raw.destroy()
    else this.#raw.resetAndDestroy()
  }

  #read(): void {
    while (!this.#isDeaf && this.#input.length > 0) {
      if (this.#isMessage) {
        if (!this.#readMessage()) return
        continue
      }
      const end = this.#input.indexOf("\r\n")
      if (end < 0) return
      const line = this.#input.toString("utf8", 0, end)
      this.#input = this.#input.subarray(end + 2)
      const awaited = this.#awaited
      this.#awaited = undefined
      if (awaited === undefined) this.#command(line)
      else awaited(line)
    }
  }

  /** True once the message has ended. */
  #readMessage(): boolean {
    if (this.#isFirstChunk) {
      this.#isFirstChunk = false
      this.#answer("message", () => {})
      if (this.#isDeaf) return false
    }
    const isEmpty = this.#input.subarray(0, endOfNothing.length).equals(endOfNothing)
    const end = isEmpty ? 0 : this.#input.indexOf(endOfData)
    if (end < 0) return false
    const source = this.#input.subarray(0, isEmpty ? 0 : end + 2)
    this.#input = this.#input.subarray(end + (isEmpty ? endOfNothing : endOfData).length)
    this.#isMessage = false
    const keep = (): void => this.#keep(source)
    this.#answer(
      "end_of_data",
      () => {
        keep()
        this.#say("250 2.0.0 Taken")
      },
      { onKeep: keep }
    )
    this.#transaction = undefined
    return true
  }

  #keep(source: Buffer): void {
    const { from = "", parameters = "", to = [] } = this.#transaction ?? {}
    this.#recorder.mail({
      envelope: { from, to: [...to] },
      parameters,
      source: Buffer.from(source.toString("latin1").replace(/(^|\r\n)\.\./g, "$1."), "latin1"),
      at: Date.now(),
      connection: this.#number,
      isSecure: this.#socket instanceof TLSSocket,
      user: this.#user
    })
  }

  #command(line: string): void {
    const verb = (/^[A-Za-z]+/.exec(line)?.[0] ?? "").toUpperCase()
    this.#recorder.command(verb === "AUTH" ? line.split(" ").slice(0, 2).join(" ") : line)
    const stage = stages[verb]
    if (stage === undefined)
      return this.#say(verb === "NOOP" ? "250 2.0.0 Ok" : "500 5.5.2 Unknown command")
    const named =
      verb === "RCPT"
        ? { recipient: pathIn(line).address }
        : verb === "MAIL"
          ? { sender: pathIn(line).address }
          : {}
    this.#answer(stage, () => this.#obey(verb, line), named)
  }

  #obey(verb: string, line: string): void {
    switch (verb) {
      case "EHLO":
        return this.#say(
          ...capabilitiesOf(this.#options, this.#socket instanceof TLSSocket).map(
            (keyword, index, all) => `250${index === all.length - 1 ? " " : "-"}${keyword}`
          )
        )
      case "STARTTLS":
        return this.#startTls()
      case "AUTH":
        return this.#logIn(line)
      case "MAIL":
        return this.#mail(line)
      case "RCPT":
        this.#transaction?.to.push(pathIn(line).address)
        return this.#say(this.#transaction === undefined ? "503 5.5.1 MAIL first" : "250 2.1.5 Ok")
      case "DATA":
        if (this.#transaction === undefined || this.#transaction.to.length === 0)
          return this.#say("503 5.5.1 RCPT first")
        this.#isMessage = this.#isFirstChunk = true
        return this.#say("354 Go on")
      case "RSET":
        this.#transaction = undefined
        return this.#say("250 2.0.0 Forgotten")
      case "QUIT":
        this.#say("221 2.0.0 Bye")
        this.#socket.end()
        return
      default:
        return this.#say("250 peer.test")
    }
  }

  #startTls(): void {
    if (this.#options.tls === undefined || this.#socket instanceof TLSSocket)
      return this.#say("502 5.5.1 No TLS here")
    this.#say("220 2.0.0 Go on")
    this.#socket.removeAllListeners("data")
    this.#socket = new TLSSocket(this.#socket, {
      isServer: true,
      secureContext: createSecureContext(this.#options.tls)
    })
    // What was sent before TLS is discarded (RFC 3207 4.2).
    this.#input = Buffer.alloc(0)
    this.#listen()
  }

  #logIn(line: string): void {
    const { login, tokenLogin } = this.#options
    const [, mechanism = "", initial] = line.split(" ")
    if (tokenLogin !== undefined && isTokenMechanism(mechanism.toUpperCase()))
      return this.#logInByToken(tokenLogin, line, initial)
    if (login === undefined) return this.#say("502 5.5.1 No login here")
    const check = (user: string, password: string): void => {
      const isRight = user === login.user && password === login.password
      this.#user = isRight ? user : null
      this.#say(isRight ? "235 2.7.0 Welcome" : "535 5.7.8 Wrong user or password")
    }
    const checkPlain = (response: string): void => {
      const [, user = "", password = ""] = decode64(response).split("\0")
      check(user, password)
    }
    if (mechanism.toUpperCase() === "PLAIN") {
      if (initial !== undefined) return checkPlain(initial)
      this.#awaited = checkPlain
      return this.#say("334 ")
    }
    if (mechanism.toUpperCase() !== "LOGIN") return this.#say("504 5.5.4 No such mechanism")
    this.#awaited = (user) => {
      this.#awaited = (password) => check(decode64(user), decode64(password))
      this.#say("334 UGFzc3dvcmQ6")
    }
    this.#say("334 VXNlcm5hbWU6")
  }

  #logInByToken(expected: TokenLogin, line: string, initial: string | undefined): void {
    if (line.length > maxCommand) return this.#say("500 5.5.6 Line too long")
    const check = (response: string): void => {
      const challenge = challengeTo(expected, decode64(response))
      this.#user = challenge === undefined ? expected.user : null
      if (challenge === undefined) return this.#say("235 2.7.0 Welcome")
      this.#awaited = () => this.#say("535 5.7.8 The token is refused")
      this.#say(`334 ${challenge}`)
    }
    if (initial !== undefined) return check(initial)
    this.#awaited = check
    this.#say("334 ")
  }

  #mail(line: string): void {
    const { size } = this.#options
    const needsLogin = mechanismsOf(this.#options).length > 0
    const { address: from, parameters } = pathIn(line)
    if (needsLogin && this.#user === null) return this.#say("530 5.7.0 Login required")
    if (this.#transaction !== undefined) return this.#say("503 5.5.1 One at a time")
    if (size !== undefined && Number(/SIZE=(\d+)/.exec(parameters)?.[1] ?? 0) > size)
      return this.#say("552 5.3.4 Too large")
    this.#transaction = { from, parameters, to: [] }
    this.#say("250 2.1.0 Ok")
  }
}
