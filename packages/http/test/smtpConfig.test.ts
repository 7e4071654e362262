import { closedPort, say, type SmtpPeer, startSmtpPeer } from "@telemark/testing"
import { Cause, Layer, Logger, References } from "effect"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { hostsOfRun, instant, type Service, startService } from "./support/service.js"

const login = { user: "shop", password: 'hunter2 "quoted" \\ p\u00e4ss \u{1f511}' }
const none = [404, { error: "no_smtp_config", message: expect.any(String) }]
const outcome = ({ json, status }: { readonly status: number; readonly json: unknown }) => [
  status,
  json
]
const failedAt = (stage: string) => [
  400,
  {
    error: "smtp_connection_failed",
    message: expect.stringMatching(/./),
    details: expect.objectContaining({ stage })
  }
]

describe.each(hostsOfRun)("the SMTP configuration behind %s", (host) => {
  let service: Service
  let peer: SmtpPeer
  /** Everything that was answered or logged. */
  const logged: Array<string> = []
  const listening = Layer.merge(
    Logger.layer([
      Logger.make(({ cause, message }) => {
        logged.push(`${String(message)} ${Cause.pretty(cause)}`)
      })
    ]),
    Layer.succeed(References.MinimumLogLevel, "All")
  )
  beforeAll(async () => {
    service = await startService({ host, allowNetworks: ["127.0.0.0/8"], around: listening })
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    peer = await startSmtpPeer({ login })
  })
  afterEach(async () => {
    await peer.close()
    expect(logged.join("\n")).not.toContain("hunter2")
  })

  const account = async () => {
    const {
      key: { key }
    } = await service.newAccount()
    const call = async (method: string, path: string, json?: unknown) => {
      const answer = await service.call(method, path, {
        key,
        ...(json === undefined ? {} : { json })
      })
      logged.push(answer.text, JSON.stringify([...answer.headers]))
      return answer
    }
    const config = (changes: object = {}) => ({
      provider: "custom",
      host: "127.0.0.1",
      port: peer.port,
      username: login.user,
      password: login.password,
      tls_required: false,
      ...changes
    })
    return {
      config,
      call,
      save: (changes: object = {}) => call("POST", "/v1/smtp-config", config(changes))
    }
  }

  it("is missing until one is saved, and after it was removed", async () => {
    const { call, save } = await account()
    const looks = [
      ["GET", "/v1/smtp-config"],
      ["POST", "/v1/smtp-config/verify"],
      ["DELETE", "/v1/smtp-config"]
    ] as const
    for (const [method, path] of looks) expect(outcome(await call(method, path))).toEqual(none)
    expect((await save()).status).toBe(200)
    expect(outcome(await call("DELETE", "/v1/smtp-config"))).toEqual([200, { success: true }])
    for (const [method, path] of looks) expect(outcome(await call(method, path))).toEqual(none)
  })

  it("is saved once the server took the login, and shown without the password", async () => {
    const { call, save } = await account()
    expect(
      outcome(
        await save({ provider: "postmark", from_email: "shop@example.com", from_name: "The Shop" })
      )
    ).toEqual([200, { success: true, provider: "postmark" }])
    expect(peer.commands.map((line) => line.split(" ")[0])).toEqual(
      expect.arrayContaining(["EHLO", "AUTH"])
    )
    expect(peer.mails).toEqual([])
    const saved = await call("GET", "/v1/smtp-config")
    expect(outcome(saved)).toEqual([
      200,
      {
        provider: "postmark",
        host: "127.0.0.1",
        port: peer.port,
        username: "shop",
        tls_required: false,
        from_email: "shop@example.com",
        from_name: "The Shop",
        verified: true,
        created_at: expect.stringMatching(instant),
        updated_at: expect.stringMatching(instant)
      }
    ])
  })

  it("is given the configured name for EHLO, in one spelling", async () => {
    const { call, save } = await account()
    expect((await save({ ehlo_name: "Mail.Bücher.Example" })).status).toBe(200)
    expect((await call("GET", "/v1/smtp-config")).json).toMatchObject({
      ehlo_name: "mail.xn--bcher-kva.example"
    })
    expect((await save({ ehlo_name: "[IPv6:2001:DB8::1]" })).status).toBe(200)
    expect((await call("GET", "/v1/smtp-config")).json).toMatchObject({
      ehlo_name: "[IPv6:2001:db8::1]"
    })
    await call("POST", "/v1/smtp-config/verify")
    expect(peer.commands.filter((line) => line.startsWith("EHLO"))).toEqual([
      "EHLO mail.xn--bcher-kva.example",
      "EHLO [IPv6:2001:db8::1]",
      "EHLO [IPv6:2001:db8::1]"
    ])
    await save()
    expect((await call("GET", "/v1/smtp-config")).json).not.toHaveProperty("ehlo_name")
  })

  it("is replaced whole by the next one, whose age is that of the first", async () => {
    const { call, save } = await account()
    await save({ from_email: "shop@example.com" })
    const first = (await call("GET", "/v1/smtp-config")).json as { created_at: string }
    expect((await save({ provider: "brevo" })).json).toEqual({ success: true, provider: "brevo" })
    const second = (await call("GET", "/v1/smtp-config")).json
    expect(second).toMatchObject({
      provider: "brevo",
      created_at: first.created_at,
      verified: true
    })
    expect(second).not.toHaveProperty("from_email")
  })

  it("requires TLS unless configured otherwise", async () => {
    const { config, call } = await account()
    const { tls_required: _, ...withoutSaying } = config()
    expect(outcome(await call("POST", "/v1/smtp-config", withoutSaying))).toEqual(failedAt("tls"))
    expect(peer.commands.filter((line) => line.startsWith("AUTH"))).toEqual([])
  })

  it("keeps the present one, and nothing of the new one, if the server refuses the login", async () => {
    const { call, save } = await account()
    await save()
    const before = (await call("GET", "/v1/smtp-config")).json
    peer.follow(say("auth", "535 5.7.8 hunter2 is wrong"))
    expect(outcome(await save({ provider: "brevo", password: "hunter2 wrong" }))).toEqual(
      failedAt("auth")
    )
    expect((await call("GET", "/v1/smtp-config")).json).toEqual(before)
    const other = await account()
    expect(outcome(await other.save())).toEqual(failedAt("auth"))
    expect(outcome(await other.call("GET", "/v1/smtp-config"))).toEqual(none)
  })

  it("reports at which stage the server failed", async () => {
    const { save } = await account()
    expect(outcome(await save({ port: await closedPort() }))).toEqual(failedAt("connect"))
    peer.follow(say("greeting", "554 5.3.2 Not today"))
    expect(outcome(await save())).toEqual(failedAt("greeting"))
    peer.follow(say("greeting", "HTTP/1.1 400 Bad Request"))
    expect(outcome(await save())).toEqual(failedAt("protocol"))
    const open = await startSmtpPeer()
    expect(outcome(await save({ port: open.port }))).toEqual(failedAt("auth"))
    await open.close()
  })

  it("never repeats what the server said", async () => {
    const { save } = await account()
    for (const stage of ["greeting", "ehlo", "auth"] as const) {
      peer.follow(say(stage, "554 5.7.1 banner-of-the-inside"))
      expect((await save()).text).not.toContain("banner-of-the-inside")
    }
  })

  it.each([
    ["a private address", { host: "10.0.0.1" }],
    ["another loopback", { host: "[::1]" }],
    ["a private address in decimal", { host: "167772161" }],
    ["a mapped address", { host: "::ffff:10.0.0.1" }],
    ["the port of SSH", { port: 22 }],
    ["the port of the web", { port: 80 }]
  ])("reaches nothing that the network policy closes: %s", async (_, changes) => {
    const { call, save } = await account()
    const answer = await save(changes)
    expect(outcome(answer)).toEqual(failedAt("policy"))
    expect(answer.text).toContain("TELEMARK_ALLOW_NETWORKS")
    expect(peer.connections.total).toBe(0)
    expect(outcome(await call("GET", "/v1/smtp-config"))).toEqual(none)
  })

  it.each([
    "smtp example.com",
    "ada@smtp.example.com",
    "smtp.example.com:587",
    "smtp://smtp.example.com",
    "[smtp.example.com]",
    "127.0.0.1/8",
    "..",
    " "
  ])("looks nothing up for a host that is none: %j", async (name) => {
    const { call, save } = await account()
    const answer = await save({ host: name })
    expect([answer.status, answer.json]).toMatchObject([400, { error: "smtp_connection_failed" }])
    expect(outcome(await call("GET", "/v1/smtp-config"))).toEqual(none)
  })

  it("is verified again on request, whatever the outcome", async () => {
    const { call, save } = await account()
    await save()
    const verify = () => call("POST", "/v1/smtp-config/verify")
    const verified = async () =>
      ((await call("GET", "/v1/smtp-config")).json as { verified: boolean }).verified
    peer.follow(say("auth", "535 5.7.8 hunter2 was yesterday"))
    expect(outcome(await verify())).toEqual([
      200,
      { success: false, error: expect.stringMatching(/./) }
    ])
    expect(await verified()).toBe(false)
    peer.follow()
    expect(outcome(await verify())).toEqual([200, { success: true }])
    expect(await verified()).toBe(true)
  })

  it("is each tenant's own", async () => {
    const [one, two] = [await account(), await account()]
    await one.save()
    expect(outcome(await two.call("GET", "/v1/smtp-config"))).toEqual(none)
    expect(outcome(await two.call("DELETE", "/v1/smtp-config"))).toEqual(none)
    await two.save({ provider: "brevo" })
    expect((await one.call("GET", "/v1/smtp-config")).json).toMatchObject({ provider: "custom" })
    expect(outcome(await two.call("DELETE", "/v1/smtp-config"))).toEqual([200, { success: true }])
    expect((await one.call("GET", "/v1/smtp-config")).status).toBe(200)
  })

  it.each([
    ["no provider", { provider: undefined }, "provider"],
    ["a provider of 65 characters", { provider: "p".repeat(65) }, "provider"],
    ["an empty host", { host: "" }, "host"],
    ["NUL in the host", { host: "smtp\0.example.com" }, "host"],
    ["a host of 256 characters", { host: "h".repeat(256) }, "host"],
    ["a list of hosts", { host: ["smtp.example.com"] }, "host"],
    ["port 0", { port: 0 }, "port"],
    ["port 65536", { port: 65_536 }, "port"],
    ["half a port", { port: 587.5 }, "port"],
    ["a port in words", { port: "587" }, "port"],
    ["no user name", { username: "" }, "username"],
    ["NUL in the user name", { username: "ada\0" }, "username"],
    ["an empty password", { password: "" }, "password"],
    ["NUL in the password", { password: "hunter2\0" }, "password"],
    ["half a surrogate in the password", { password: "hunter2\ud800" }, "password"],
    ["a password of 1,025 characters", { password: `hunter2${"x".repeat(1018)}` }, "password"],
    ["a number for a password", { password: 1234 }, "password"],
    ["a password in a list", { password: ["hunter2"] }, "password"],
    ["TLS in words", { tls_required: "yes" }, "tls_required"],
    ["a name for EHLO that isn't one", { ehlo_name: "mail server" }, "ehlo_name"],
    ["an empty name for EHLO", { ehlo_name: "" }, "ehlo_name"],
    ["a command in the name for EHLO", { ehlo_name: "a\r\nQUIT" }, "ehlo_name"],
    ["an address without brackets for EHLO", { ehlo_name: "192.0.2.1" }, "ehlo_name"],
    ["a name of 300 characters for EHLO", { ehlo_name: "n".repeat(300) }, "ehlo_name"],
    ["a sender that isn't an address", { from_email: "The Shop <shop@example.com>" }, "from_email"],
    ["a sender's name of 256 characters", { from_name: "n".repeat(256) }, "from_name"]
  ])("is refused with %s, before anything is connected to", async (_, changes, path) => {
    const { call, save } = await account()
    const answer = await save(changes)
    expect(outcome(answer)).toEqual([
      400,
      {
        error: "Validation failed",
        message: expect.any(String),
        details: { [path]: [expect.any(String)] }
      }
    ])
    expect(peer.connections.total).toBe(0)
    expect(outcome(await call("GET", "/v1/smtp-config"))).toEqual(none)
  })

  it("reports every problem at once", async () => {
    const { save } = await account()
    const answer = await save({ provider: 1, port: -1, password: "" })
    expect(Object.keys((answer.json as { details: object }).details).sort()).toEqual([
      "password",
      "port",
      "provider"
    ])
  })

  it.each([
    "x".repeat(1024),
    " ",
    "\t\r\n",
    "a:b@c/d?e#f",
    "\u{1f511}".repeat(100),
    "'; DROP TABLE smtp_configs; --"
  ])("takes any text for a password: %#", async (password) => {
    const { save } = await account()
    const own = await startSmtpPeer({ login: { user: "shop", password } })
    expect((await save({ port: own.port, password })).status).toBe(200)
    await own.close()
  })

  it("ignores members, queries and bodies that it doesn't use", async () => {
    const { call, save } = await account()
    expect((await save({ id: "smtp_0", verified: false, unknown: { deep: [] } })).status).toBe(200)
    expect(
      (await call("POST", "/v1/smtp-config/verify?x=1", { password: "hunter2" })).json
    ).toEqual({ success: true, warnings: [expect.stringContaining("query.x is no parameter")] })
    expect((await call("DELETE", "/v1/smtp-config?x=1", { x: 1 })).status).toBe(200)
  })
})
