// Long, because it holds what programs send and what attackers try.
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { createTransport } from "nodemailer"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { connect as connectTls } from "node:tls"
import { join } from "node:path"
import PostalMime from "postal-mime"
import { generate } from "selfsigned"
import { createTelemark, type RunningSmtpServer, type Telemark } from "telemark"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let telemark: Telemark
let server: RunningSmtpServer
let key: string

beforeAll(async () => {
  telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: capture(),
    logLevel: "None"
  })
  server = await telemark.startSmtpServer({ port: 0 })
  key = (await telemark.apiKeys.create({ name: "smtp", scopes: ["email:send"] })).key
})

afterAll(() => telemark.close())

const idIn = (reply: string): string => /em_[0-9a-f]{32}/.exec(reply)?.[0] ?? ""

const sourceOf = async (reply: string): Promise<Buffer> => {
  await telemark.deliverDue()
  return Buffer.from((await telemark.inbox.get(idIn(reply))).source)
}

/** Speaks the protocol itself. */
class Client {
  private text = ""
  private waiting: (() => void) | undefined
  isClosed = false

  constructor(private readonly socket: Socket) {
    socket.on("data", (octets) => {
      this.text += octets.toString("latin1")
      this.waiting?.()
    })
    socket.on("error", () => {})
    socket.on("close", () => {
      this.isClosed = true
      this.waiting?.()
    })
  }

  static async open(port = server.port ?? 0): Promise<Client> {
    const client = new Client(connect({ port, host: "127.0.0.1" }))
    expect(await client.reply()).toMatch(/^220 /)
    return client
  }

  /** The next reply with all of its lines; empty if the connection ends. */
  async reply(): Promise<string> {
    for (;;) {
      const found = /^(?:\d{3}-.*\r\n)*\d{3} .*\r\n/.exec(this.text)
      if (found !== null) {
        this.text = this.text.slice(found[0].length)
        return found[0].trim()
      }
      if (this.isClosed) return ""
      await new Promise<void>((resolve) => (this.waiting = resolve))
    }
  }

  write(text: string): void {
    this.socket.write(Buffer.from(text, "latin1"))
  }

  async command(line: string): Promise<string> {
    this.write(`${line}\r\n`)
    return this.reply()
  }

  async logIn(password = key, user = "telemark"): Promise<string> {
    await this.command("EHLO app.example")
    const token = Buffer.from(`\0${user}\0${password}`).toString("base64")
    return this.command(`AUTH PLAIN ${token}`)
  }

  /** With a login, an envelope, and what comes after DATA. */
  async submit(data: string, to: ReadonlyArray<string> = ["ada@example.com"]): Promise<string> {
    expect(await this.command("MAIL FROM:<app@example.com>")).toMatch(/^250 /)
    for (const one of to) expect(await this.command(`RCPT TO:<${one}>`)).toMatch(/^250 /)
    expect(await this.command("DATA")).toMatch(/^354 /)
    this.write(data)
    return this.reply()
  }

  end(): void {
    this.socket.destroy()
  }
}

const loggedIn = async (): Promise<Client> => {
  const client = await Client.open()
  expect(await client.logIn()).toMatch(/^235 /)
  return client
}

const own = "Date: Fri, 20 Nov 2026 12:00:00 +0000\r\nMessage-ID: <own@example.com>\r\n"
const head = `From: App <app@example.com>\r\nTo: Ada <ada@example.com>\r\nSubject: Hello\r\n${own}`

describe("mail submitted by SMTP", () => {
  it("is kept octet for octet, and its id is in the reply", async () => {
    const client = await loggedIn()
    const source = `${head}X-Own: \xc3\xbc\r\nContent-Type: text/plain\r\n\r\n\xff\x80 8 bit\r\n.\r\n..dots\r\n\r\n`
    const reply = await client.submit(`${source.replace(/^\./gm, "..")}.\r\n`)
    expect(reply).toMatch(/^250 2\.6\.0 Queued as em_/)
    expect((await sourceOf(reply)).toString("latin1")).toBe(source)
    expect(await telemark.emails.get(idIn(reply))).toMatchObject({
      sender_email: "app@example.com",
      recipient_email: "ada@example.com",
      subject: "Hello"
    })
    client.end()
  })

  it("goes to the envelope's recipients, whatever its head says", async () => {
    const client = await loggedIn()
    const reply = await client.submit(`${head}\r\nx\r\n.\r\n`, ["b@example.com", "c@example.com"])
    expect(reply).toMatch(/Queued as em_\w+ and 1 more/)
    const { data } = await telemark.emails.list({ limit: 2 })
    expect(data.map(({ recipient_email }) => recipient_email).sort()).toEqual([
      "b@example.com",
      "c@example.com"
    ])
    client.end()
  })

  it("has what its fields ask for, which the mail doesn't show", async () => {
    const client = await loggedIn()
    const controls =
      'X-Tag: kind=order\r\nX-Tag: vip\r\nX-Telemark-Metadata: {"order":\r\n 7}\r\nX-Telemark-Scheduled-At: 2000-01-01T00:00:00Z\r\nX-Telemark-Raw: yes\r\n'
    const reply = await client.submit(`${controls}${head}\r\nx\r\n.\r\n`)
    expect(await telemark.emails.get(idIn(reply))).toMatchObject({
      tags: { kind: "order", tag: "vip" },
      metadata: { order: 7 }
    })
    expect((await sourceOf(reply)).toString()).toBe(`${head}\r\nx\r\n`)
    client.end()
  })

  it("is made from a template", async () => {
    await telemark.templates.create({
      id: "order",
      name: "Order",
      subject_template: "Order {{no}}",
      html: "<p>Order {{no}} of {{name}}</p>"
    })
    const client = await loggedIn()
    const reply = await client.submit(
      `From: app@example.com\r\nTo: ada@example.com\r\nX-Template-Id: order\r\nX-Template-Data: {"no": 42, "name": "=?utf-8?Q?J=C3=BCrgen?="}\r\n\r\nignored\r\n.\r\n`
    )
    const mail = await PostalMime.parse(await sourceOf(reply))
    expect(mail.subject).toBe("Order 42")
    expect(mail.html).toContain("Order 42 of Jürgen")
    client.end()
  })

  it("is composed anew if a field asks for it: who is in the envelope, and shown as in its head", async () => {
    const client = await loggedIn()
    const reply = await client.submit(
      'From: App <app@example.com>\r\nTo: "Ada, L." <ada@example.com>, other@example.com\r\nCc: Bob <bob@example.com>\r\nReply-To: help@example.com\r\nSubject: =?utf-8?Q?=C3=9C?=\r\nX-Own: 1\r\nX-Telemark-Compose: yes\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n<p>Gr\xfc\xdfe</p>\r\n--b\r\nContent-Type: application/octet-stream; name=a.bin\r\nContent-Disposition: attachment; filename=a.bin\r\nContent-Transfer-Encoding: base64\r\n\r\nAP8=\r\n--b--\r\n.\r\n',
      ["ada@example.com", "bob@example.com", "blind@example.com"]
    )
    const source = await sourceOf(reply)
    const mail = await PostalMime.parse(source)
    expect(mail.to).toEqual([{ name: "Ada, L.", address: "ada@example.com" }])
    expect(mail.cc).toEqual([{ name: "Bob", address: "bob@example.com" }])
    expect(mail.replyTo?.[0]?.address).toBe("help@example.com")
    expect(mail.subject).toBe("Ü")
    expect(mail.html).toContain("Grüße")
    expect(mail.text).toContain("Grüße")
    expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer)).toEqual(Buffer.from([0, 255]))
    expect(mail.headers.find((field) => field.key === "x-own")?.value).toBe("1")
    expect(source.toString()).not.toContain("blind@example.com")
    expect(source.toString()).not.toMatch(/X-Telemark/i)
    client.end()
  })

  it("shows all of To to each other without Cc", async () => {
    const client = await loggedIn()
    const reply = await client.submit(
      "From: app@example.com\r\nTo: ada@example.com, bob@example.com\r\nX-Telemark-Compose: yes\r\n\r\nx\r\n.\r\n",
      ["ada@example.com", "bob@example.com"]
    )
    const mail = await PostalMime.parse(await sourceOf(reply))
    expect(mail.to?.map(({ address }) => address)).toEqual(["ada@example.com", "bob@example.com"])
    expect(mail.cc).toBeUndefined()
    client.end()
  })

  it("is one mail if a client that lost the reply sends it again, but not with other content", async () => {
    const client = await loggedIn()
    const first = await client.submit(`${head}\r\nagain\r\n.\r\n`)
    const second = await client.submit(`${head}\r\nagain\r\n.\r\n`)
    const other = await client.submit(`${head}\r\nother\r\n.\r\n`)
    expect(idIn(second)).toBe(idIn(first))
    expect(idIn(other)).not.toBe(idIn(first))
    const anonymous = `From: app@example.com\r\n\r\nx\r\n.\r\n`
    expect(idIn(await client.submit(anonymous))).not.toBe(idIn(await client.submit(anonymous)))
    client.end()
  })

  it("is pipelined", async () => {
    const client = await loggedIn()
    client.write(
      `MAIL FROM:<app@example.com> BODY=8BITMIME SIZE=99\r\nRCPT TO:<ada@example.com>\r\nDATA\r\n`
    )
    expect(
      [await client.reply(), await client.reply(), await client.reply()].map((one) =>
        one.slice(0, 3)
      )
    ).toEqual(["250", "250", "354"])
    client.write(`${head}\r\npipelined\r\n.\r\nMAIL FROM:<app@example.com>\r\nNOOP\r\n`)
    expect(await client.reply()).toMatch(/^250 .*Queued/)
    expect(await client.reply()).toMatch(/^250 /)
    expect(await client.reply()).toMatch(/^250 /)
    client.end()
  })

  it("is sent to nobody whom the key may not send to, whatever its header says", async () => {
    const bound = await telemark.apiKeys.create({
      name: "bound",
      scopes: ["email:send"],
      allowed_recipients: ["@team.example"]
    })
    const transport = createTransport({
      host: "127.0.0.1",
      port: server.port ?? 0,
      ignoreTLS: true,
      auth: { user: "telemark", pass: bound.key }
    })
    const mail = { from: "app@example.com", text: "x", to: "ada@team.example" }
    expect((await transport.sendMail(mail)).response).toMatch(/^250 /)
    for (const to of ["eve@example.org", ["ada@team.example", "eve@example.org"]])
      await expect(
        transport.sendMail({ ...mail, envelope: { from: mail.from, to } })
      ).rejects.toMatchObject({ responseCode: expect.any(Number) as unknown })
    transport.close()
    expect((await telemark.emails.list({ recipient: "eve@example.org" })).data).toEqual([])
  })

  it("comes from nodemailer, by PLAIN and by LOGIN", async () => {
    for (const method of ["PLAIN", "LOGIN"]) {
      const transport = createTransport({
        host: "127.0.0.1",
        port: server.port ?? 0,
        ignoreTLS: true,
        auth: { user: "telemark", pass: key },
        authMethod: method
      })
      expect(await transport.verify()).toBe(true)
      const info = await transport.sendMail({
        from: "app@example.com",
        to: "ada@example.com",
        subject: method,
        text: "x",
        attachments: [{ filename: "a.bin", content: Buffer.alloc(300_000, 7) }]
      })
      const mail = await PostalMime.parse(await sourceOf(info.response))
      expect(mail.messageId).toBe(info.messageId)
      expect(
        Buffer.from(mail.attachments[0]?.content as ArrayBuffer).equals(Buffer.alloc(300_000, 7))
      ).toBe(true)
      transport.close()
    }
  })
})

describe("the submission server", () => {
  it("relays for nobody who hasn't logged in", async () => {
    const client = await Client.open()
    await client.command("EHLO app.example")
    for (const line of ["MAIL FROM:<a@example.com>", "RCPT TO:<b@example.com>", "DATA"])
      expect(await client.command(line)).toMatch(/^530 5\.7\.0 Log in first/)
    client.end()
  })

  it.each([
    ["another key", "telemark", () => "tmk_0000000000000000000000000000000000000000000"],
    ["no key", "telemark", () => ""],
    ["another user", "root", () => key],
    ["no user", "", () => key],
    ["a long key", "telemark", () => "x".repeat(2_000)]
  ])("gives the same answer to %s", async (_, user, password) => {
    const client = await Client.open()
    expect(await client.logIn(password(), user)).toBe(
      "535 5.7.8 The login is wrong: the user is telemark, and the password an API key with the scope email:send"
    )
    expect(await client.command("MAIL FROM:<a@example.com>")).toMatch(/^530 /)
    client.end()
  })

  it("takes the beginning of the key as the user, too", async () => {
    const client = await Client.open()
    expect(await client.logIn(key, key.slice(0, 12))).toMatch(/^235 /)
    client.end()
  })

  it("takes no key without the scope, and none that was revoked since the login", async () => {
    const reader = await telemark.apiKeys.create({ name: "reader", scopes: ["email:read"] })
    const client = await Client.open()
    expect(await client.logIn(reader.key)).toMatch(/^535 /)
    const other = await telemark.apiKeys.create({ name: "other", scopes: ["email:send"] })
    expect(await client.logIn(other.key)).toMatch(/^235 /)
    await telemark.apiKeys.revoke(other.id)
    expect(await client.submit(`${head}\r\nrevoked\r\n.\r\n`)).toMatch(/^535 /)
    client.end()
  })

  it("sends for the key's tenant, within its limits", async () => {
    const acme = await telemark.tenants.create({ name: "acme", monthly_limit: 1 })
    const { key: own } = await telemark
      .tenant(acme.name)
      .apiKeys.create({ name: "k", rate_limit: 2 })
    const client = await Client.open()
    expect(await client.logIn(own)).toMatch(/^235 /)
    const reply = await client.submit(`${head}\r\nacme\r\n.\r\n`)
    expect(reply).toMatch(/^250 /)
    await expect(telemark.emails.get(idIn(reply))).rejects.toThrow()
    expect((await telemark.tenant(acme.name).emails.get(idIn(reply))).subject).toBe("Hello")
    expect(await client.submit(`${head}\r\nover\r\n.\r\n`)).toMatch(/^452 /)
    expect(await client.submit(`${head}\r\nfast\r\n.\r\n`)).toMatch(
      /^451 .*try again in \d+ seconds/
    )
    client.end()
  })

  it("refuses what can't be sent, and says why", async () => {
    const client = await loggedIn()
    await telemark.suppressions.add({ email_address: "gone@example.com" })
    expect(await client.command("MAIL FROM:<app@example.com>")).toMatch(/^250 /)
    expect(await client.command("RCPT TO:<nobody>")).toMatch(/^5\d\d /)
    expect(await client.command("RSET")).toMatch(/^250 /)
    expect(await client.submit(`${head}\r\nx\r\n.\r\n`, ["gone@example.com"])).toMatch(
      /^554 .*suppressed/
    )
    expect(await client.submit(`Subject: x\r\n\r\nx\r\n.\r\n`)).toMatch(/^554 .*From field/)
    expect(await client.submit(`${head}X-Telemark-Metadata: nonsense\r\n\r\nx\r\n.\r\n`)).toMatch(
      /^554 .*X-Telemark-Metadata must be a JSON object/
    )
    expect(
      await client.submit(`${head}X-Tag: =?utf-8?Q?=C3=BC=0D=0A250_ok=3D1?=\r\n\r\nx\r\n.\r\n`)
    ).toMatch(/^554 5\.6\.0 Validation failed: tags\.\?250 ok must have a name of/)
    expect(await client.submit(`${head}X-Template-Id: none\r\n\r\nx\r\n.\r\n`)).toMatch(/^554 /)
    expect(await client.submit(`${head}\r\nstill there\r\n.\r\n`)).toMatch(/^250 /)
    client.end()
  })

  it("refuses a head without an end, and parts within parts that are to be composed anew", async () => {
    const client = await loggedIn()
    expect(await client.submit(`${"a\r\n".repeat(200_000)}.\r\n`)).toMatch(
      /^554 .*must have a head/
    )
    let nested = `${head}X-Telemark-Compose: yes\r\nContent-Type: multipart/mixed; boundary=b0\r\n\r\n`
    for (let n = 0; n < 300; n++)
      nested += `--b${String(n)}\r\nContent-Type: multipart/mixed; boundary=b${String(n + 1)}\r\n\r\n`
    expect(await client.submit(`${nested}.\r\n`)).toMatch(/^554 .*parts within parts/)
    client.end()
  })

  it("takes no other mail under a key that was used before", async () => {
    const client = await loggedIn()
    const keyed = `X-Idempotency-Key: once\r\n${head}\r\n`
    const first = await client.submit(`${keyed}one\r\n.\r\n`)
    expect(idIn(await client.submit(`${keyed}one\r\n.\r\n`))).toBe(idIn(first))
    expect(await client.submit(`${keyed}another\r\n.\r\n`)).toMatch(
      /^554 .*X-Idempotency-Key was used before/
    )
    client.end()
  })

  it("takes 50 recipients, and refuses the others", async () => {
    const client = await loggedIn()
    await client.command("MAIL FROM:<app@example.com>")
    const codes: Array<string> = []
    for (let n = 0; n < 51; n++)
      codes.push((await client.command(`RCPT TO:<r${String(n)}@example.com>`)).slice(0, 3))
    expect(codes.filter((code) => code === "250")).toHaveLength(50)
    expect(codes.at(-1)).toMatch(/^4|^5/)
    client.end()
  })

  // SMTP smuggling (SEC Consult, 2023): what other servers take for the end of a mail.
  it.each([
    ["LF . LF", "\n.\n"],
    ["LF . CRLF", "\n.\r\n"],
    ["CRLF . LF", "\r\n.\n"],
    ["CR . CR", "\r.\r"],
    ["CR . CRLF", "\r.\r\n"],
    ["CRLF . CR", "\r\n.\r"],
    ["LF . CR CRLF", "\n.\r\r\n"],
    ["CRLF NUL . CRLF", "\r\n\0.\r\n"]
  ])("isn't led to take %s for the end of a mail", async (_, end) => {
    const client = await loggedIn()
    const inner =
      "MAIL FROM:<evil@example.com>\r\nRCPT TO:<victim@example.com>\r\nDATA\r\nFrom: evil@example.com\r\n\r\nsmuggled\r\n"
    const reply = await client.submit(`${head}\r\nouter${end}${inner}.\r\n`)
    expect(await client.command("NOOP")).toMatch(/^250 /)
    if (end.includes("\0")) expect(reply).toMatch(/^554 .*NUL/)
    else {
      // One mail, whose every dot at the beginning of a line is doubled on its way out.
      expect((await sourceOf(reply)).toString()).toContain("RCPT TO:<victim@example.com>")
    }
    const { data } = await telemark.emails.list({ limit: 1 })
    expect(data[0]?.recipient_email).not.toBe("victim@example.com")
    client.end()
  })

  it("says how large a mail may be, and offers no STARTTLS without a certificate", async () => {
    const client = await Client.open()
    const offered = await client.command("EHLO app.example")
    expect(offered).toMatch(/SIZE 14680064/)
    expect(offered).not.toContain("STARTTLS")
    client.end()
  })

  it("refuses a mail that is too large, by its word and by its octets", async () => {
    const client = await loggedIn()
    expect(await client.command("MAIL FROM:<a@example.com> SIZE=99999999")).toMatch(/^552 5\.3\.4/)
    expect(
      await client.submit(`${head}\r\n${`${"x".repeat(997)}\r\n`.repeat(15_000)}.\r\n`)
    ).toMatch(/^552 5\.3\.4/)
    expect(await client.submit(`${head}\r\nafter\r\n.\r\n`)).toMatch(/^250 /)
    client.end()
  })

  it("hangs up on who only guesses", async () => {
    const client = await Client.open()
    await client.command("EHLO app.example")
    const replies: Array<string> = []
    for (let n = 0; n < 30 && !client.isClosed; n++)
      replies.push(await client.command("AUTH PLAIN AHRlbGVtYXJrAHdyb25n"))
    expect(replies.filter((reply) => reply.startsWith("535")).length).toBeLessThanOrEqual(21)
    expect(replies.find((reply) => reply.startsWith("421"))).toBeDefined()
    client.end()
  })

  it("finishes the mail that is under way when it closes, and takes no other", async () => {
    const closing = await telemark.startSmtpServer({ port: 0 })
    const client = await Client.open(closing.port)
    await client.logIn()
    await client.command("MAIL FROM:<app@example.com>")
    await client.command("RCPT TO:<ada@example.com>")
    await client.command("DATA")
    client.write(`${head}\r\nfirst half, `)
    const closed = closing.close()
    client.write("second half\r\n.\r\n")
    const reply = await client.reply()
    expect(reply).toMatch(/^250 /)
    await closed
    expect((await sourceOf(reply)).toString()).toContain("first half, second half")
  })
})

describe("a submission server with a certificate", () => {
  const directory = mkdtempSync(join(tmpdir(), "telemark-submission-"))
  const tls = { certFile: join(directory, "cert.pem"), keyFile: join(directory, "key.pem") }

  beforeAll(async () => {
    const made = await generate([{ name: "commonName", value: "localhost" }])
    writeFileSync(tls.certFile, made.cert)
    writeFileSync(tls.keyFile, made.private)
  })
  afterAll(() => {
    rmSync(directory, { recursive: true })
  })

  it("wants TLS before the login from other machines, and takes it from the first octet on another port", async () => {
    await using secured = await telemark.startSmtpServer({
      port: 0,
      securePort: 0,
      host: "0.0.0.0",
      tls
    })
    const client = await Client.open(secured.port)
    expect(await client.command("EHLO app.example")).toContain("STARTTLS")
    expect(await client.command("AUTH PLAIN AHRlbGVtYXJrAHdyb25n")).toMatch(/^538 /)
    client.end()
    for (const options of [
      { port: secured.port ?? 0, requireTLS: true },
      { port: secured.securePort ?? 0, secure: true }
    ]) {
      const transport = createTransport({
        host: "127.0.0.1",
        ...options,
        tls: { rejectUnauthorized: false },
        auth: { user: "telemark", pass: key }
      })
      const info = await transport.sendMail({
        from: "a@example.com",
        to: "b@example.com",
        text: "tls"
      })
      expect(info.response).toMatch(/^250 2\.6\.0 Queued as em_/)
      transport.close()
    }
  })

  it("drops commands that came behind STARTTLS in clear", async () => {
    await using secured = await telemark.startSmtpServer({ port: 0, host: "0.0.0.0", tls })
    const socket = connect({ port: secured.port ?? 0, host: "127.0.0.1" })
    const client = new Client(socket)
    await client.reply()
    await client.command("EHLO app.example")
    client.write("STARTTLS\r\nEHLO injected.example\r\nMAIL FROM:<evil@example.com>\r\n")
    expect(await client.reply()).toMatch(/^220 /)
    socket.removeAllListeners("data")
    const safe = new Client(connectTls({ socket, rejectUnauthorized: false }))
    // Of the session in TLS, this is the first command: nobody has said EHLO before.
    expect(await safe.command("MAIL FROM:<app@example.com>")).toMatch(/^503 .*EHLO/)
    expect(await safe.command("EHLO app.example")).toMatch(/^250-/)
    safe.end()
  })

  it.each([
    ["other machines without a certificate", { port: 0, host: "0.0.0.0" }, "SubmissionNotSafe"],
    ["TLS at once without a certificate", { securePort: 0 }, "SubmissionNotSafe"],
    [
      "files that aren't there",
      { port: 0, tls: { certFile: "none", keyFile: "none" } },
      "SubmissionNotSafe"
    ],
    ["no port", {}, "ValidationFailed"],
    ["a wrong port", { port: 70_000 }, "ValidationFailed"],
    ["an unknown option", { port: 0, secret: true }, "ValidationFailed"]
  ])("doesn't start for %s", async (_, options, tag) => {
    await expect(telemark.startSmtpServer(options as never)).rejects.toMatchObject({ _tag: tag })
  })

  it("says that its port is in use", async () => {
    await expect(telemark.startSmtpServer({ port: server.port ?? 0 })).rejects.toThrow(
      "is in use already"
    )
  })
})
