import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { Inbox, newId } from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Effect, ManagedRuntime, Redacted } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inboxMiddleware, inboxToken } from "../src/Inbox/index.js"

const directory = mkdtempSync(join(tmpdir(), "telemark-inbox-"))
const runtime = ManagedRuntime.make(layerSqlite({ filename: join(directory, "mail.db") }))
const settings = { secret: Redacted.make(Buffer.alloc(32, 7).toString("base64")) }
let server: Server
let port = 0
let token = ""

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

const ask = (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET"
): Promise<Answer> => askWith(path, { authorization: `Bearer ${token}`, ...headers }, method)

/** Without a token. */
const askAsStranger = (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET"
): Promise<Answer> => askWith(path, headers, method)

const askWith = (
  path: string,
  headers: Readonly<Record<string, string>>,
  method: string
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(
      { host: "127.0.0.1", port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } },
      (response) => {
        let body = ""
        response.setEncoding("utf8").on("data", (part: string) => {
          body += part
        })
        response.on("end", () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
        })
      }
    )
      .on("error", reject)
      .end()
  })

const capture = (
  subject: string,
  source: string,
  captured_at = 1_790_000_000_000
): Promise<string> =>
  runtime.runPromise(
    Effect.gen(function* () {
      const id = yield* newId("em")
      const mail = {
        id,
        tenant_id: "tn_1",
        sender: "shop@example.com",
        recipient: "ada@example.com",
        subject,
        captured_at
      }
      yield* (yield* Inbox).put(mail, new TextEncoder().encode(source.replaceAll("\n", "\r\n")))
      return id
    })
  )

const mixed = `From: Shop <shop@example.com>
To: ada@example.com
Subject: Hello <b>Ada</b>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="x"

--x
Content-Type: text/plain; charset=utf-8

Hello </pre><script>alert(1)</script>
--x
Content-Type: text/html; charset=utf-8

<p onclick="alert(2)">Hello <a href="https://example.com/?a=1&amp;b=2">there</a> <a href="javascript:alert(3)">no</a></p>
--x--
`

beforeAll(async () => {
  const inbox = await runtime.runPromise(inboxMiddleware(settings))
  token = await runtime.runPromise(inboxToken(settings))
  server = createServer((incoming, response) => {
    inbox(incoming, response, () => {
      response.writeHead(404).end("behind")
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  port = (server.address() as AddressInfo).port
})

afterAll(async () => {
  server.close()
  await runtime.dispose()
  rmSync(directory, { recursive: true })
})

describe("the inbox", () => {
  it("says so when nothing was captured", async () => {
    expect((await ask("/inbox")).body).toContain("Nothing yet")
  })

  it("lists mails newest first, as a page and as JSON", async () => {
    const older = await capture("older", "Subject: older\n\nx", 1_790_000_000_000)
    const newer = await capture("newer", "Subject: newer\n\nx", 1_790_000_001_000)
    const { body } = await ask("/inbox")
    expect(body.indexOf(newer)).toBeGreaterThan(0)
    expect(body.indexOf(newer)).toBeLessThan(body.indexOf(older))
    const { data } = JSON.parse((await ask("/inbox.json")).body) as { data: ReadonlyArray<unknown> }
    expect(data.slice(0, 2)).toEqual([
      {
        id: newer,
        from: "shop@example.com",
        to: "ada@example.com",
        subject: "newer",
        captured_at: "2026-09-21T14:13:21.000Z"
      },
      {
        id: older,
        from: "shop@example.com",
        to: "ada@example.com",
        subject: "older",
        captured_at: "2026-09-21T14:13:20.000Z"
      }
    ])
  })

  it("says how much of it is kept", async () => {
    await capture("kept", "Subject: kept\n\nx")
    expect((await ask("/inbox")).body).toContain(
      "Only the newest 500 mails are kept, up to 64 MiB together."
    )
  })

  it("names the sender as the head does, or by its address where there is no head", async () => {
    expect((await ask(`/inbox/${await capture("named", mixed)}`)).body).toContain(
      "<dt>From</dt><dd>Shop &lt;shop@example.com&gt;</dd>"
    )
    expect((await ask(`/inbox/${await capture("unnamed", "\n\nx")}`)).body).toContain(
      "<dt>From</dt><dd>shop@example.com</dd>"
    )
  })

  it("leads to the HTML alone", async () => {
    const id = await capture("alone", mixed)
    expect((await ask(`/inbox/${id}`)).body).toContain(
      `<a href="/inbox/${id}/html" target="_blank" rel="noopener noreferrer">Open alone</a>`
    )
  })

  it("shows a mail with everything in it escaped", async () => {
    const id = await capture("Hello <b>Ada</b>", mixed)
    const { body, headers, status } = await ask(`/inbox/${id}`)
    expect(status).toBe(200)
    expect(headers["content-type"]).toBe("text/html; charset=utf-8")
    expect(body).toContain("<h1>Hello &lt;b&gt;Ada&lt;/b&gt;</h1>")
    expect(body).toContain("Hello &lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;")
    expect(body).toContain(`<iframe sandbox="allow-same-origin" src="/inbox/${id}/html"`)
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body).not.toMatch(/onclick="/)
  })

  it("lists the links that lead to the web", async () => {
    const id = await capture("links", mixed)
    const { body } = await ask(`/inbox/${id}`)
    expect(body).toContain(
      `<a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">`
    )
    expect(body).not.toContain(`href="javascript:`)
  })

  it("serves a mail's HTML as it is, where it can run nothing", async () => {
    const id = await capture("html", mixed)
    const { body, headers } = await ask(`/inbox/${id}/html`)
    expect(body).toContain(`<p onclick="alert(2)">`)
    const policy = String(headers["content-security-policy"])
    expect(policy).toMatch(/^sandbox allow-same-origin; default-src 'none'/)
    expect(policy).not.toMatch(/allow-scripts|allow-forms|allow-top|allow-popups|script-src/)
  })

  it("loads nothing from elsewhere with a mail, unless remote images were requested", async () => {
    const id = await capture("remote", mixed)
    const imagesOf = async (path: string) =>
      / img-src ([^;]*);/.exec(String((await ask(path)).headers["content-security-policy"]))?.[1]
    expect(await imagesOf(`/inbox/${id}/html`)).toBe("'self' data:")
    expect(await imagesOf(`/inbox/${id}/html?images=remote`)).toBe("* data:")
    const frameOf = async (path: string) =>
      /<iframe [^>]*src="([^"]*)"/.exec((await ask(path)).body)?.[1]
    expect(await frameOf(`/inbox/${id}`)).toBe(`/inbox/${id}/html`)
    expect(await frameOf(`/inbox/${id}?images=remote`)).toBe(`/inbox/${id}/html?images=remote`)
  })

  it("shows the sender's name in the list", async () => {
    await runtime.runPromise(
      Effect.flatMap(Inbox, (inbox) =>
        inbox.put(
          {
            id: "em_1",
            tenant_id: "tn_1",
            sender: "The Shop <shop@example.com>",
            recipient: "ada@example.com",
            subject: "named",
            captured_at: 1
          },
          new Uint8Array()
        )
      )
    )
    expect((await ask("/inbox")).body).toContain("from The Shop &lt;shop@example.com&gt;")
  })

  it("answers 404 for the HTML of a mail that has none", async () => {
    const id = await capture("text", "Content-Type: text/plain\n\nonly text\n")
    expect((await ask(`/inbox/${id}/html`)).status).toBe(404)
    expect((await ask(`/inbox/${id}`)).body).not.toContain("<iframe")
  })

  it("serves the source as a file", async () => {
    const id = await capture("source", mixed)
    const { body, headers } = await ask(`/inbox/${id}.eml`)
    expect(body).toBe(mixed.replaceAll("\n", "\r\n"))
    expect(headers).toMatchObject({
      "content-type": "message/rfc822",
      "content-disposition": `attachment; filename="${id}.eml"`
    })
  })

  it("parses a mail for scripts", async () => {
    const id = await capture("parts", mixed)
    expect(JSON.parse((await ask(`/inbox/${id}.json`)).body)).toMatchObject({
      id,
      text: "Hello </pre><script>alert(1)</script>\n",
      links: ["https://example.com/?a=1&b=2"],
      headers: expect.arrayContaining([{ name: "To", value: "ada@example.com" }]) as unknown
    })
  })

  it("survives a source that is no mail at all", async () => {
    const id = await capture("junk", "\0\u0001 Content-Type: multipart/mixed; boundary=\n--\n--")
    expect((await ask(`/inbox/${id}`)).status).toBe(200)
  })

  it("cuts the source of a long mail, and leads to all of it", async () => {
    const id = await capture("long", `Subject: long\n\n${"0123456789\n".repeat(50_000)}`)
    const { body } = await ask(`/inbox/${id}`)
    expect(body).toContain(`That is its beginning. <a href="/inbox/${id}.eml" download>`)
    expect((await ask(`/inbox/${id}.eml`)).body.length).toBeGreaterThan(600_000)
  })

  it.each([
    ["/inbox", "same-origin"],
    ["/inbox.json", "no-referrer"]
  ])("lets nothing be loaded, kept or guessed on %s", async (path, referrers) => {
    const { headers } = await ask(path)
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": referrers
    })
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'/)
  })

  it.each(["style", "script"])("allows its own %s by hash, and no other", async (element) => {
    const { body, headers } = await ask("/inbox")
    const content = new RegExp(`<${element}>([^]*)</${element}>`).exec(body)?.[1] ?? ""
    const hash = Buffer.from(
      await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content))
    ).toString("base64")
    expect(headers["content-security-policy"]).toContain(`${element}-src 'sha256-${hash}';`)
  })

  it("answers HEAD without a body", async () => {
    const { body, headers, status } = await ask("/inbox", {}, "HEAD")
    expect({ status, body }).toEqual({ status: 200, body: "" })
    expect(Number(headers["content-length"])).toBeGreaterThan(0)
  })

  it.each(["localhost", "mail.example.com", "192.168.0.1:3025"])(
    "is shown to every holder of the token, by the name %s too",
    async (host) => {
      expect((await ask("/inbox", { host, "x-forwarded-for": "192.0.2.1" })).status).toBe(200)
    }
  )

  it.each([
    "/inboxes",
    "/inbox/em_1",
    "/inbox/../etc/passwd",
    "/inbox/em_00000000000000000000000000000000",
    "/inbox/",
    "/"
  ])("leaves %s to the listener behind it, unless it is its own", async (path) => {
    expect((await ask(path)).status).toBe(path === "/inbox/" ? 200 : 404)
  })

  it.each(["/inbox", "/inbox.json", "/inbox/em_00000000000000000000000000000000/html"])(
    "refuses methods that would change %s",
    async (path) => {
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
        const { body, headers, status } = await ask(path, {}, method)
        expect({ status, body: JSON.parse(body) as unknown }).toEqual({
          status: 405,
          body: { error: "Method not allowed", message: expect.any(String) as unknown }
        })
        expect(headers["allow"]).toBe("GET, HEAD")
      }
    }
  )

  it.each([
    ["/inbox", "GET"],
    ["/inbox.json", "HEAD"],
    ["/inbox", "DELETE"]
  ])("repeats the caller's id of a request for %s (%s)", async (path, method) => {
    expect((await ask(path, { "x-request-id": "abc-123" }, method)).headers["x-request-id"]).toBe(
      "abc-123"
    )
  })

  it.each(["two words", "a".repeat(129), '"quoted"'])(
    "gives a request a new id instead of %j",
    async (given) => {
      const ids = await Promise.all(
        [1, 2].map(
          async () => (await ask("/inbox", { "x-request-id": given })).headers["x-request-id"]
        )
      )
      expect(ids).toEqual([1, 2].map(() => expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown))
      expect(new Set(ids).size).toBe(2)
    }
  )
})

describe("the token of the inbox", () => {
  const cookieFrom = (headers: Answer["headers"]) =>
    String(headers["set-cookie"]).split(";")[0] ?? ""

  it("in the address is exchanged for a cookie, and leaves the address", async () => {
    const { body, headers, status } = await askAsStranger(`/inbox?token=${token}`)
    expect({ body, status, location: headers["location"] }).toEqual({
      body: "",
      status: 303,
      location: "/inbox"
    })
    expect(String(headers["set-cookie"])).toMatch(
      /^telemark_inbox_[0-9a-f]{8}=[\w-]{43}; Path=\/inbox; Max-Age=\d+; HttpOnly; SameSite=Strict$/
    )
    expect(headers).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "no-store" })
    expect(
      await askAsStranger("/inbox", { cookie: `other=1; ${cookieFrom(headers)}` })
    ).toMatchObject({ status: 200 })
  })

  it("leads to the requested mail, with the rest of the query", async () => {
    const id = await capture("led to", mixed)
    expect(
      (await askAsStranger(`/inbox/${id}?token=${token}&images=remote`)).headers["location"]
    ).toBe(`/inbox/${id}?images=remote`)
  })

  it("is the same after a restart, and another with another key", async () => {
    expect(await runtime.runPromise(inboxToken(settings))).toBe(token)
    const other = { secret: Redacted.make(Buffer.alloc(32, 8).toString("base64")) }
    expect(await runtime.runPromise(inboxToken(other))).not.toBe(token)
    const kept = await runtime.runPromise(inboxToken({ secret: undefined }))
    expect(kept).toMatch(/^[\w-]{43}$/)
    expect(await runtime.runPromise(inboxToken({ secret: undefined }))).toBe(kept)
  })

  it.each([
    ["none", {}],
    ["Host: localhost, as a proxy at this machine may send", { host: "localhost" }],
    ["a wrong one", { authorization: "Bearer x" }],
    ["a cookie of another server", { cookie: "telemark_inbox_00000000=x" }],
    ["an empty cookie", { cookie: "telemark_inbox_00000000=" }]
  ])("is needed for everything: with %s nothing is revealed", async (_, headers) => {
    const id = await capture("private", mixed)
    for (const path of [
      "/inbox",
      "/inbox.json",
      `/inbox/${id}`,
      `/inbox/${id}/html`,
      `/inbox/${id}.eml`,
      `/inbox/${id}.json`,
      `/inbox/${id}/attachments/0`,
      "/inbox?token=",
      "/inbox?token=wrong"
    ]) {
      const answer = await askAsStranger(path, headers)
      expect({ path, status: answer.status }).toEqual({ path, status: 401 })
      expect(answer.body).not.toMatch(/private|ada@example/)
      expect(answer.body).not.toContain(token)
      expect(answer.headers).not.toHaveProperty("set-cookie")
    }
    expect((await askAsStranger("/inbox/clear", headers, "POST")).status).toBe(401)
  })

  it("that is missing is explained, to people and to programs", async () => {
    expect((await askAsStranger("/inbox")).body).toContain(
      "Open the address that Telemark printed when it started."
    )
    expect(JSON.parse((await askAsStranger("/inbox.json")).body)).toMatchObject({
      error: "Invalid inbox token"
    })
  })

  it("lets pages of the inbox itself clear it, and no page elsewhere", async () => {
    const cookie = cookieFrom((await askAsStranger(`/inbox?token=${token}`)).headers)
    const count = async () =>
      (JSON.parse((await ask("/inbox.json")).body) as { data: ReadonlyArray<unknown> }).data.length
    await capture("to be cleared", mixed)
    const foreign = [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `http://localhost:${port + 1}` },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site" }
    ]
    for (const headers of foreign)
      expect((await askAsStranger("/inbox/clear", { cookie, ...headers }, "POST")).status).toBe(403)
    expect((await askAsStranger(`/inbox/clear?token=${token}`, {}, "POST")).status).toBe(401)
    expect(await askAsStranger("/inbox/clear", { cookie })).toMatchObject({ status: 405 })
    expect(await count()).toBeGreaterThan(0)
    expect(
      await askAsStranger("/inbox/clear", { cookie, origin: `http://127.0.0.1:${port}` }, "POST")
    ).toMatchObject({ status: 303, headers: { location: "/inbox" } })
    expect(await count()).toBe(0)
  })
})
