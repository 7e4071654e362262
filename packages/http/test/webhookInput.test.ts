import { type DnsPeer, startDnsPeer } from "@telemark/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, startService } from "./support/service.js"
import { hook, hosts, notFound, outcome, refusedAt, webhookAccount } from "./support/webhooks.js"

const mebibyte = 1024 * 1024
const maxLength = `https://hooks.example.com/${"a".repeat(2048 - 26)}`

describe.each(hosts)("what webhook endpoints are made of behind %s", (_host, options) => {
  let service: Service
  let dns: DnsPeer
  beforeAll(async () => {
    dns = await startDnsPeer()
    dns.set("hooks.example.com", "A", ["93.184.216.34"])
    dns.set("inside.example.com", "A", ["10.0.0.1"])
    dns.set("half.example.com", "A", ["93.184.216.34", "192.168.0.1"])
    service = await startService({ ...options, dnsServers: [dns.address] })
  })
  afterAll(async () => {
    await service.close()
    await dns.close()
  })
  /** An endpoint that nothing changes, and what a change of it or another one is answered. */
  const makeAccount = async () => {
    const { call, create, key } = await webhookAccount(service)
    const path = `/${String((await create()).id)}`
    const refuses = async (changes: object, at: string) => {
      const before = (await call("GET", "")).json
      const answers = [
        await call("POST", "", { ...hook, ...changes }),
        await call("PATCH", path, changes)
      ]
      expect((await call("GET", "")).json).toEqual(before)
      for (const answer of answers) {
        expect(outcome(answer)).toEqual(refusedAt(at))
        expect(answer.text.length).toBeLessThan(500)
      }
      return answers
    }
    return { call, key, path, refuses }
  }

  let made: ReturnType<typeof makeAccount> | undefined
  const account = () => (made ??= makeAccount())

  it.each([
    ["a scheme that isn't the web's", "ftp://hooks.example.com/"],
    ["a script", "javascript:alert(1)"],
    ["data", "data:text/plain,x"],
    ["a file", "file:///etc/passwd"],
    ["no scheme", "hooks.example.com/in"],
    ["no scheme but slashes", "//hooks.example.com/in"],
    ["no slashes", "https:hooks.example.com"],
    ["one slash", "https:/hooks.example.com"],
    ["three slashes", "https:///hooks.example.com"],
    ["no host", "http://"],
    ["no host but a path", "https:///x"],
    ["no host but a query", "https://?x"],
    ["no host but a port", "https://:8080/"],
    ["a port that is none", "https://hooks.example.com:65536/"],
    ["a user", "https://ada@hooks.example.com/"],
    ["a user and a password", "https://ada:hunter2@hooks.example.com/"],
    ["an empty user", "https://@hooks.example.com/"],
    ["an empty user and password", "https://:@hooks.example.com/"],
    ["a blank in the path", "https://hooks.example.com/a b"],
    ["a blank before it", " https://hooks.example.com/"],
    ["a newline behind it", "https://hooks.example.com/\n"],
    ["a newline inside", "https://hooks.example.com/\r\nHost: other"],
    ["a tab inside", "ht\ttps://hooks.example.com/"],
    ["NUL", "https://hooks.example.com/\0"],
    ["a blank that isn't ASCII", "https://hooks.example.com/\u00a0"],
    ["backslashes", "https:\\\\hooks.example.com\\in"],
    ["a backslash before an at sign", "https://hooks.example.com\\@10.0.0.1/"],
    ["a percent sign in its host", "https://hooks%2eexample.com%00/"],
    ["half a surrogate", "https://hooks.example.com/\ud800"],
    ["2,049 characters", `${maxLength}a`],
    ["900,000 characters", `https://hooks.example.com/${"a".repeat(900_000)}`],
    ["no text at all", ""],
    ["a number", 1],
    ["a list", ["https://hooks.example.com/"]],
    ["an object", { href: "https://hooks.example.com/" }],
    ["null", null]
  ])("takes no URL with %s", async (_, url) => {
    const { refuses } = await account()
    const answers = await refuses({ url }, "url")
    for (const { text } of answers) expect(text).not.toMatch(/hunter2|hooks\.example/)
  })

  it.each([
    ["the longest", maxLength],
    ["http", "http://hooks.example.com"],
    ["a port", "https://hooks.example.com:8443/in"],
    ["a fragment", "https://hooks.example.com/in#part"],
    ["a query", "https://hooks.example.com/?a=b&c=%20d"],
    ["capitals", "HTTPS://HOOKS.EXAMPLE.COM/In"],
    ["a public address", "https://93.184.216.34/in"],
    ["an at sign in its path", "https://hooks.example.com/@ada"],
    ["letters that aren't ASCII", "https://hooks.example.com/\u00fc"],
    ["a name that can't be looked up", "https://nowhere.example.com/"],
    ["a name inside", "https://inside.example.com/"],
    ["a name of which one address is inside", "https://half.example.com/"]
  ])("accepts a URL unchanged: %s", async (_, url) => {
    const { call } = await webhookAccount(service)
    expect(outcome(await call("POST", "", { ...hook, url }))).toMatchObject([201, { url }])
  })

  it.each([
    "http://127.0.0.1/",
    "http://[::1]/",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://hooks.localhost/",
    "http://10.0.0.1:8080/in",
    "http://0x7f.1/",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[fd00::1]/",
    "http://[64:ff9b::a00:1]/",
    "http://0.0.0.0/",
    "http://\u2460\u2461\u2466.0.0.1/"
  ])("takes no URL whose host the network policy closes: %s", async (url) => {
    const { refuses } = await account()
    for (const { text } of await refuses({ url }, "url"))
      expect(text).toContain("TELEMARK_ALLOW_NETWORKS")
  })

  it.each([
    ["no kind of event", [], "events"],
    ["ten", Array(10).fill("email.sent"), "events"],
    ["one twice", ["email.sent", "email.sent"], "events"],
    ["a text", "email.sent", "events"],
    ["an object", { 0: "email.sent" }, "events"],
    ["a number", 1, "events"],
    ["null", null, "events"],
    ["one that isn't known", ["email.sent", "email.exploded"], "events.1"],
    ["all of them by a star", ["*"], "events.0"],
    ["one in capitals", ["EMAIL.SENT"], "events.0"],
    ["one with a blank", ["email.sent "], "events.0"],
    ["null among them", ["email.sent", null], "events.1"],
    ["a list in the list", [["email.sent"]], "events.0"],
    ["100,000 of one that isn't known", Array(100_000 - 10).fill("x"), "events"]
  ])("takes no events with %s", async (_, events, path) => {
    const { refuses } = await account()
    await refuses({ events }, path)
  })

  it.each([null, 0, 1, "true", [], {}])(
    "takes nothing but true and false for active: %j",
    async (active) => {
      const { call, path } = await account()
      expect(outcome(await call("PATCH", path, { active }))).toEqual(refusedAt("active"))
      expect((await call("GET", path)).json).toMatchObject({ active: true })
    }
  )

  it.each([
    [{}, ["events", "url"]],
    [{ url: "x", events: [] }, ["events", "url"]],
    [{ url: hook.url }, ["events"]],
    [{ events: hook.events }, ["url"]]
  ])("reports every problem of a new one at once: %j", async (json, paths) => {
    const { call } = await account()
    const answer = await call("POST", "", json)
    expect([
      answer.status,
      Object.keys((answer.json as { details: object }).details).sort()
    ]).toEqual([400, paths])
  })

  it.each([
    ["[]", "a list"],
    ["null", "null"],
    ["1", "a number"],
    ['"x"', "a text"],
    ["{", "half an object"],
    ["", "nothing"],
    [" ", "a blank"],
    ["\u00ff", "no UTF-8"],
    ["{}{}", "two objects"]
  ])("takes no body that isn't an object: %s (%s)", async (body) => {
    const { key, path } = await account()
    for (const [method, at] of [
      ["POST", ""],
      ["PATCH", path],
      ["POST", `${path}/replay`],
      ...(body === "" ? [] : [["POST", `${path}/test`] as const])
    ] as const) {
      const octets = Buffer.from(body, "latin1")
      const answer = await service.call(method, `/v1/webhook-endpoints${at}`, {
        key,
        body: octets,
        headers: { "content-type": "application/json" }
      })
      expect(outcome(answer), `${method} ${at}`).toEqual(refusedAt("body"))
    }
  })

  it("takes no body of another content type, nor one that is too large", async () => {
    const { key, path } = await account()
    for (const [method, at] of [
      ["POST", ""],
      ["PATCH", path],
      ["POST", `${path}/replay`],
      ["POST", `${path}/test`]
    ] as const) {
      const send = (body: string, type: string) =>
        service.call(method, `/v1/webhook-endpoints${at}`, {
          key,
          body,
          headers: { "content-type": type }
        })
      expect(outcome(await send(JSON.stringify(hook), "text/plain")), at).toEqual(refusedAt("body"))
      expect(outcome(await send(`{}${" ".repeat(5 * mebibyte)}`, "application/json")), at).toEqual([
        413,
        { error: "Payload too large", message: expect.any(String) }
      ])
    }
  })

  it("reports problems of the body before a missing endpoint", async () => {
    const { call } = await account()
    expect(outcome(await call("PATCH", "/999999", { active: 1 }))).toEqual(refusedAt("active"))
    expect(outcome(await call("PATCH", "/abc", { active: 1 }))).toEqual(refusedAt("active"))
    expect(outcome(await call("POST", "/999999/test", { type: 1 }))).toEqual(refusedAt("type"))
    expect(outcome(await call("POST", "/999999/replay", {}))).toEqual(refusedAt("body"))
    expect(outcome(await call("GET", "/999999/deliveries?limit=0"))).toEqual(
      refusedAt("query.limit")
    )
  })

  it("reports a missing endpoint before it looks at its new host", async () => {
    const { call } = await account()
    for (const path of ["/999999", "/abc"])
      expect(outcome(await call("PATCH", path, { url: "http://10.0.0.1/" })), path).toEqual(
        notFound
      )
  })
})
