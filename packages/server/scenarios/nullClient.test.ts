import { freePort } from "@telemark-tools/connections"
import { hasPostfix, startPostfix } from "@telemark-tools/postfix"
import { type SmtpPeer, startSmtpPeer } from "@telemark/testing"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { type AddressInfo, connect, createServer } from "node:net"
import { join } from "node:path"
import { generate } from "selfsigned"
import { describe, expect, it, onTestFinished } from "vitest"
import { clientOf } from "./client.js"
import { command, eventually, serve, temporaryFolder } from "./harness.js"

const page = readFileSync(new URL("../../../docs/submission.md", import.meta.url), "utf8")

/** The files that the page has, by the name in their first line. */
const files = new Map(
  [...page.matchAll(/```ini\n# (\S+)\n(.+?)```/gs)].map(([, name = "", text = ""]) => [name, text])
)

/** What Postfix is told by the page, with another port, and the key. */
const told = (name: string, host: string, port: number, key: string): string =>
  (files.get(name) ?? "")
    .replace("[127.0.0.1]:2587", `[${host}]:${String(port)}`)
    .replace("tmk_…", key)

const settingsIn = (mainCf: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...mainCf.matchAll(/^(\w+) =(.*)$/gm)].map(([, name = "", value = ""]) => [name, value.trim()])
  )

/** Passes on what comes to it, but the first reply that matches: there it cuts the connection. */
const startCutting = async (port: number, reply: RegExp): Promise<number> => {
  let isCut = false
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1")
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on("error", end).on("close", end)
    client.pipe(upstream)
    upstream.on("data", (chunk: Buffer) => {
      if (isCut || !reply.test(chunk.toString())) client.write(chunk)
      else {
        isCut = true
        end()
      }
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A server where applications submit mail, and a Postfix as the page sets it up. */
const start = async (isSecure: boolean, through = (port: number) => Promise.resolve(port)) => {
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  const folder = await temporaryFolder()
  const port = await freePort()
  const certificate = join(folder, "cert.pem")
  const key = join(folder, "key.pem")
  const made = await generate([{ name: "commonName", value: "localhost" }])
  await Promise.all([writeFile(certificate, made.cert), writeFile(key, made.private)])
  const environment = {
    TELEMARK_DATABASE_URL: `sqlite:${join(folder, "mail.db")}`,
    TELEMARK_PORT: "0",
    TELEMARK_SMTP_URL: `${peer.url}?tls=none`,
    TELEMARK_SUBMISSION_HOST: "127.0.0.1",
    TELEMARK_SUBMISSION_PORT: String(port),
    ...(isSecure
      ? { TELEMARK_SUBMISSION_TLS_CERT: certificate, TELEMARK_SUBMISSION_TLS_KEY: key }
      : {})
  }
  const server = await serve(environment)
  const apiKey = await command(
    ["keys", "create", "--tenant", "default", "--scopes", "email:send"],
    environment
  )
  const host = isSecure ? "localhost" : "127.0.0.1"
  const next = await through(port)
  const passwords = join(folder, "telemark")
  await writeFile(passwords, told("/etc/postfix/telemark", host, next, apiKey.trim()), {
    mode: 0o600
  })
  const mainCf = told("/etc/postfix/main.cf", host, next, apiKey)
  const postfix = await startPostfix({
    delayWarningSeconds: 0,
    settings: {
      default_transport: "smtp",
      ...settingsIn(mainCf.replace("/etc/postfix/telemark", passwords)),
      ...(isSecure ? { smtp_tls_security_level: "secure", smtp_tls_CAfile: certificate } : {})
    }
  })
  onTestFinished(postfix.remove)
  return { peer, postfix, server, environment }
}

const mail = (subject: string): string =>
  [
    "From: Backups <root@example.com>",
    "To: Ada <ada@far.test>",
    `Subject: ${subject}`,
    "Date: Fri, 20 Nov 2026 12:00:00 +0000",
    `Message-ID: <${subject}@example.com>`,
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: 8bit",
    "",
    "Grüße",
    ".",
    "..dots",
    "x".repeat(997),
    "",
    ""
  ].join("\n")

/** What came, without the field that Postfix puts before it. */
const withoutReceived = ({ mails }: SmtpPeer): ReadonlyArray<string> =>
  mails.map(({ source }) => source.toString().replace(/^Received: by .*\r\n(?:[ \t].*\r\n)*/, ""))

const onTheWire = (...mails: ReadonlyArray<string>): ReadonlyArray<string> =>
  mails.map((one) => one.replaceAll("\n", "\r\n"))

// Needs Cyrus SASL's plugins, by which Postfix logs in (Debian: libsasl2-modules).
describe.runIf(hasPostfix())("a Postfix that passes on the mail of its machine", () => {
  it.each([
    ["in clear", false],
    ["with TLS whose certificate it checks", true]
  ])("delivers it octet for octet, and later if the server is away, %s", async (_, isSecure) => {
    const { environment, peer, postfix, server } = await start(isSecure)
    await postfix.sendmail(mail("One"), "-i", "ada@far.test")
    await eventually(async () => {
      expect(await postfix.log()).toMatch(/to=<ada@far\.test>.* status=sent /)
      expect(withoutReceived(peer)).toEqual(onTheWire(mail("One")))
    })
    expect(await server.end("SIGTERM")).toBe(0)
    await postfix.sendmail(mail("Two"), "-i", "-t")
    await eventually(async () => {
      expect(await postfix.log()).toMatch(/to=<ada@far\.test>.* status=deferred .*refused/)
    })
    const again = await serve(environment)
    await postfix.flush()
    await eventually(async () => {
      expect(withoutReceived(peer)).toEqual(onTheWire(mail("One"), mail("Two")))
      expect(await postfix.queue()).toEqual([])
    })
    expect(await again.end("SIGTERM")).toBe(0)
    expect(peer.mails).toHaveLength(2)
  })

  it("returns to its sender what the server refuses, through the server", async () => {
    const { peer, postfix, server } = await start(false)
    const client = clientOf(server.url, server.key ?? "")
    await client.post("/suppressions", { email_address: "ada@far.test" })
    await postfix.sendmail(mail("One"), "-i", "ada@far.test")
    await eventually(async () => {
      expect(await postfix.log()).toMatch(/to=<ada@far\.test>.* status=bounced .*said: 554 /)
      expect(peer.mails.map(({ envelope }) => envelope.to)).toEqual([["root@example.com"]])
    })
    expect(peer.mails[0]?.source.toString()).toMatch(/^From: .*<MAILER-DAEMON@example\.com>\r$/m)
  })

  it("delivers it once, although the reply was lost and it came again", async () => {
    const { peer, postfix, server } = await start(false, (port) => startCutting(port, /Queued as/))
    await postfix.sendmail(mail("One"), "-i", "ada@far.test")
    await eventually(async () => {
      expect(await postfix.log()).toMatch(/lost connection .*sending end of data/)
    })
    await postfix.flush()
    await eventually(async () => {
      expect(await postfix.log()).toMatch(/status=sent \(250 .*Queued as em_/)
      expect(await postfix.queue()).toEqual([])
    })
    const client = clientOf(server.url, server.key ?? "")
    expect((await client.get<{ data: ReadonlyArray<unknown> }>("/emails")).body.data).toHaveLength(
      1
    )
    await peer.until(({ mails }) => mails.length > 0)
    expect(await server.end("SIGTERM")).toBe(0)
    expect(withoutReceived(peer)).toEqual(onTheWire(mail("One")))
  })
})
