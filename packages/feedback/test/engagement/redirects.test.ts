import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type Answered,
  clickBy,
  clickOn,
  email_id,
  type Host,
  hosts,
  keyOf,
  openOf,
  pageOf,
  secret,
  startHost
} from "./support/requests.js"

const shop = "https://shop.example/order?no=1&x=ü#end"
const evil = "https://evil.example/"
const token = clickOn(shop)
const stranger = await keyOf(Buffer.alloc(32, "stranger").toString("base64"))
const foreign = clickBy(stranger, evil, email_id)
const payload = Buffer.from(token, "base64url")
/** Version and kind, tenant, message, MAC of these, destination, MAC of destination and tenant. */
const [head, tenant, message, startMac, mac] = [
  payload.subarray(0, 2),
  payload.subarray(2, 8),
  payload.subarray(8, 24),
  payload.subarray(24, 36),
  payload.subarray(-16)
]
const start = payload.subarray(0, 36)
const startLength = 48
const elsewhere = clickBy(await keyOf(), evil, email_id, `tn_${"1".repeat(32)}`)
const encoded = (...parts: ReadonlyArray<Buffer | string>): string =>
  Buffer.concat(parts.map((part) => Buffer.from(part))).toString("base64url")

/** Destinations that this service would have signed by mistake: none is followed. */
const signed: ReadonlyArray<readonly [name: string, destination: string]> = [
  ["none", ""],
  ["a path", "/account"],
  ["a host without a scheme", "evil.example"],
  ["a protocol-relative URL", "//evil.example/"],
  ["backslashes", "\\\\evil.example"],
  ["a script", "javascript:alert(1)"],
  ["a script in capitals", "JaVaScRiPt:alert(1)"],
  ["a script behind white space", " \t javascript:alert(1)"],
  ["a script with a line break in its scheme", "java\nscript:alert(1)"],
  ["a script that looks like a URL", "javascript://shop.example/%0aalert(1)"],
  ["a data URL", "data:text/html,<script>alert(1)</script>"],
  ["a data URL in base64", "data:text/html;base64,PHNjcmlwdD4="],
  ["VBScript", "vbscript:msgbox(1)"],
  ["a file", "file:///etc/passwd"],
  ["FTP", "ftp://evil.example/"],
  ["a WebSocket", "wss://evil.example/"],
  ["a blob", "blob:https://evil.example/1"],
  ["an about page", "about:blank"],
  ["an intent", "intent://evil.example#Intent;scheme=https;end"],
  ["a mail address", "mailto:ada@example.com"],
  ["a phone number", "tel:+123"],
  ["a user's name that looks like a host", "https://shop.example@evil.example/"],
  ["a name and a password", "https://shop.example:443@evil.example/"],
  ["a password alone", "https://:x@evil.example/"],
  ["an encoded user's name", "https://shop.example%2f@evil.example/"],
  ["a field after a line break", "https://shop.example/\r\nSet-Cookie: a=b"],
  ["a body after line breaks", "https://shop.example/\r\n\r\n<script>alert(1)</script>"],
  ["a line feed", "https://shop.example/\nx"],
  ["a tab in the host", "https://shop\t.example/"],
  ["a NUL", "https://shop.example/\0"],
  ["a C1 control", "https://shop.example/\u0085x"],
  ["a deleted character", "https://shop.example/\x7f"],
  ["no host", "https://"],
  ["a space in the host", "https://shop example/"],
  ["an unclosed IPv6 address", "http://[::1/"],
  ["an encoded NUL in the host", "https://shop.example%00.evil.example/"],
  ["a port that is none", "https://shop.example:99999/"]
]

/** Addresses that nobody was sent: none redirects. */
const forged: ReadonlyArray<readonly [name: string, path: string]> = [
  ["no token", "/t/c/"],
  ["no slash", "/t/c"],
  ["a token of another secret", `/t/c/${foreign}`],
  ["another destination under the same MAC", `/t/c/${encoded(start, evil, mac)}`],
  ["a prolonged destination", `/t/c/${encoded(payload.subarray(0, -16), ".evil.example", mac)}`],
  ["a destination behind the MAC", `/t/c/${encoded(payload, evil)}`],
  [
    "a destination of a stranger behind our start",
    `/t/c/${token.slice(0, startLength)}${foreign.slice(startLength)}`
  ],
  [
    "a destination of ours behind a stranger's start",
    `/t/c/${foreign.slice(0, startLength)}${token.slice(startLength)}`
  ],
  [
    "a destination of another tenant's mail",
    `/t/c/${token.slice(0, startLength)}${elsewhere.slice(startLength)}`
  ],
  [
    "the same with the tenant exchanged",
    `/t/c/${encoded(head, Buffer.from(elsewhere, "base64url").subarray(2, 8), message, startMac, Buffer.from(elsewhere, "base64url").subarray(36))}`
  ],
  ["an end alone", `/t/c/${token.slice(startLength)}`],
  ["a start alone", `/t/c/${token.slice(0, startLength)}`],
  ["a start as its own end", `/t/c/${token.slice(0, startLength)}${token.slice(0, startLength)}`],
  ["a destination before the id", `/t/c/${encoded(head, tenant, evil, payload.subarray(8))}`],
  ["another message", `/t/c/${encoded(head, tenant, Buffer.alloc(16, 7), payload.subarray(24))}`],
  [
    "a start with a MAC of zeros",
    `/t/c/${encoded(head, tenant, message, Buffer.alloc(12), payload.subarray(36))}`
  ],
  ["a MAC of zeros", `/t/c/${encoded(payload.subarray(0, -16), Buffer.alloc(16))}`],
  ["no MAC", `/t/c/${encoded(payload.subarray(0, -16))}`],
  ["half a MAC", `/t/c/${encoded(payload.subarray(0, -8))}`],
  ["another version", `/t/c/${encoded(Buffer.from([2]), payload.subarray(1))}`],
  ["another kind under the same MAC", `/t/c/${encoded(Buffer.from([1, 1]), payload.subarray(2))}`],
  ["the token of an open", `/t/c/${openOf()}`],
  ["the token of a page", `/t/c/${pageOf()}`],
  ["two tokens", `/t/c/${token}${token}`],
  ["two tokens with a dot", `/t/c/${token}.${token}`],
  ["two tokens with a slash", `/t/c/${token}/${token}`],
  ["padding", `/t/c/${token}=`],
  ["a token in upper case", `/t/c/${token.toUpperCase()}`],
  ["an encoded character in front", `/t/c/%2f${token}`],
  ["an encoded NUL at the end", `/t/c/${token}%00`],
  [
    "an encoded line break at the end",
    `/t/c/${token}%0d%0aLocation:%20${encodeURIComponent(evil)}`
  ],
  ["a URL instead of the token", `/t/c/${evil}`],
  ["an encoded URL instead of the token", `/t/c/${encodeURIComponent(evil)}`],
  ["a host instead of the token", "/t/c//evil.example/%2f.."],
  ["a host behind the token", `/t/c/${token}//evil.example`],
  ["an encoded host behind the token", `/t/c/${token}%2f%2fevil.example`],
  ["a user's name", `/t/c/${token}@evil.example`],
  ["a second slash", `/t/c//${token}`],
  ["two slashes at the end", `/t/c/${token}//`],
  ["a path parameter", `/t/c/${token};url=${evil}`],
  ["a token in the query", `/t/c/?token=${token}`],
  ["a URL in the query alone", `/t/c/x?url=${evil}`],
  ["an unknown kind", `/t/x/${token}`],
  ["another case", `/T/C/${token}`],
  ["a long token", `/t/c/${"A".repeat(3000)}`],
  ["a token of no destination", `/t/c/${clickOn("")}`]
]

const other = (name: string): string => (name === "content-length" ? "" : name)

describe.each(hosts)("a tracked link behind %s", (name) => {
  let host: Host
  beforeAll(async () => {
    host = await startHost(name)
  })
  afterAll(() => host.close())

  const expectNoRedirect = ({ body, headers, status }: Answered) => {
    expect(status).toBeGreaterThanOrEqual(400)
    expect(headers).not.toHaveProperty("location")
    expect(headers).not.toHaveProperty("set-cookie")
    expect(body.toString()).not.toContain("evil")
  }

  it("redirects to its destination in ASCII, which nobody caches, finds or passes on", async () => {
    const { body, headers, status } = await host.ask(`/t/c/${token}`)
    expect([status, body.length]).toEqual([302, 0])
    expect(headers).toMatchObject({
      location: "https://shop.example/order?no=1&x=%C3%BC#end",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex"
    })
  })

  it("answers HEAD as GET", async () => {
    const [get, head] = [
      await host.ask(`/t/c/${token}`),
      await host.ask(`/t/c/${token}`, { method: "HEAD" })
    ]
    expect(head.status).toBe(302)
    expect(head.body).toHaveLength(0)
    const { date: _, ...given } = get.headers
    expect(Object.keys(head.headers).map(other)).toEqual(
      expect.arrayContaining(Object.keys(given).map(other))
    )
    expect(head.headers["location"]).toBe(get.headers["location"])
  })

  it.each(["?utm_source=mail&url=https://evil.example/", "/", "/?a=b", "?"])(
    "redirects to its own destination whatever others append: %s",
    async (tail) => {
      const { headers, status } = await host.ask(`/t/c/${token}${tail}`)
      expect([status, headers["location"]]).toEqual([
        302,
        "https://shop.example/order?no=1&x=%C3%BC#end"
      ])
    }
  )

  it.each([
    ["x-forwarded-host", "evil.example"],
    ["x-forwarded-proto", "javascript"],
    ["forwarded", "host=evil.example"],
    ["x-original-url", "/t/c/evil"],
    ["x-rewrite-url", evil],
    ["referer", evil],
    ["origin", "https://evil.example"],
    ["host", "evil.example"],
    ["cookie", "url=https://evil.example/"]
  ])("redirects to its own destination whatever the field %s says", async (field, value) => {
    const { headers, status } = await host.ask(`/t/c/${token}`, { headers: { [field]: value } })
    expect([status, headers["location"]]).toEqual([
      302,
      "https://shop.example/order?no=1&x=%C3%BC#end"
    ])
  })

  it.each(signed)("isn't followed to %s, although it is signed", async (_, destination) => {
    const answered = await host.ask(`/t/c/${clickOn(destination)}`)
    expectNoRedirect(answered)
    expect(answered.status).toBe(404)
  })

  it.each(forged)("isn't followed with %s", async (_, path) => {
    expectNoRedirect(await host.ask(path))
  })

  it("that was cut or changed anywhere says so to people, in a page that runs nothing", async () => {
    const { body, headers, status } = await host.ask(`/t/c/${token.slice(0, -1)}`)
    expect(status).toBe(404)
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("default-src 'none'") as unknown
    })
    expect(body.toString()).toContain("This link doesn't work")
    for (let at = 0; at < token.length; at++) {
      expect((await host.ask(`/t/c/${token.slice(0, at)}`)).status).toBe(404)
      expect(
        (
          await host.ask(
            `/t/c/${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`
          )
        ).status,
        `character ${String(at)}`
      ).toBe(404)
    }
  })

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("isn't followed by %s", async (method) => {
    for (const path of [`/t/c/${token}`, `/t/o/${openOf()}`, "/t/c/x"]) {
      const answered = await host.ask(path, { method })
      expectNoRedirect(answered)
      expect([answered.status, answered.headers["allow"]]).toEqual([405, "GET, HEAD"])
    }
  })

  it("of a message goes on working without it, and with an older secret", async () => {
    const newer = await startHost(name, {
      secret: `${Buffer.alloc(32, "newer").toString("base64")},${secret}`
    })
    expect((await newer.ask(`/t/c/${token}`)).status).toBe(302)
    await newer.close()
  })

  it("below a mount is followed there", async () => {
    const { telemark } = host
    const answered = await telemark
      .at("/mail")
      .fetch(new Request(`https://app.example.com/mail/t/c/${token}`, { redirect: "manual" }))
    expect([answered.status, answered.headers.get("location")]).toEqual([
      302,
      "https://shop.example/order?no=1&x=%C3%BC#end"
    ])
  })

  it("shows an image of 43 octets for an open, also for a token that is none", async () => {
    for (const of of [openOf(), openOf().slice(1), "x", token, "", foreign]) {
      const { body, headers, status } = await host.ask(`/t/o/${of}?utm_source=mail`)
      expect([status, body.length, body.subarray(0, 6).toString()]).toEqual([200, 43, "GIF89a"])
      expect(headers).toMatchObject({
        "content-type": "image/gif",
        "content-length": "43",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff"
      })
    }
    const head = await host.ask(`/t/o/${openOf()}`, { method: "HEAD" })
    expect([head.status, head.body.length]).toEqual([200, 0])
  })
})

it("is asked about in the form that proxies send, and still redirects to its own destination", async () => {
  const host = await startHost("nodeHandler")
  const { headers, status } = await host.ask(`http://evil.example/t/c/${token}`)
  expect([status, headers["location"]]).toEqual([
    302,
    "https://shop.example/order?no=1&x=%C3%BC#end"
  ])
  await host.close()
})
