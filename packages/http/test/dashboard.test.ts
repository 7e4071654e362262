import { ApiKeys, Sessions, sessionMillis, signInTokenMillis, Tenants } from "@telemark/core"
import { makeDashboard, sessionAccess } from "@telemark/http"
import { Clock, Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type Account,
  type Answer,
  hostNames,
  type Service,
  startService
} from "./support/service.js"

/** A clock that is ahead by so many milliseconds. */
const aheadBy = (ahead: () => number): Clock.Clock => {
  const own = Clock.Clock.defaultValue()
  const millis = () => own.currentTimeMillisUnsafe() + ahead()
  return Object.assign(Object.create(own) as Clock.Clock, {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis)
  })
}

const octets = (text: string) => new TextEncoder().encode(text)

const files = {
  shellFor: (path: string, folder?: string) => ({
    headers: { "content-type": "text/html; charset=utf-8" },
    body: octets(`shell for ${path} of ${folder ?? "-"}`)
  }),
  find: (path: string) =>
    path === "/assets/a.js"
      ? {
          headers: { "cache-control": "public", "content-type": "text/javascript", etag: '"1"' },
          body: octets("1")
        }
      : undefined
}

/** As browsers send it from a page of the dashboard. */
const own = { "sec-fetch-site": "same-origin" }

describe.each(hostNames)("the dashboard behind %s", (host) => {
  let service: Service
  let account: Account
  let ahead = 0
  const isTls = host === "webHandler"
  const cookieName = isTls ? "__Secure-telemark_session" : "telemark_session"

  beforeAll(async () => {
    const dashboard = Effect.map(sessionAccess(), (access) =>
      makeDashboard({ access, features: { inbox: true }, files: Effect.succeed(files) })
    )
    service = await startService({
      host,
      dashboard,
      around: Layer.succeed(
        Clock.Clock,
        aheadBy(() => ahead)
      )
    })
    account = await service.newAccount({
      scopes: ["email:read", "email:send", "apikey:manage"],
      rate_limit: 50
    })
    await service.runtime.runPromise(
      Effect.flatMap(Tenants, (tenants) => tenants.getOrCreate("default"))
    )
  })
  afterAll(() => service.close())

  const begin = (json: unknown, headers: Readonly<Record<string, string>> = own) =>
    service.call("POST", "/session", { json, headers })
  const cookieOf = (answer: Answer): string =>
    /^[^;]*/.exec(answer.headers.get("set-cookie") ?? "")?.[0] ?? ""
  const withCookie = (
    method: string,
    path: string,
    cookie: string,
    headers: Readonly<Record<string, string>> = own,
    json?: unknown
  ) =>
    service.call(method, path, {
      headers: { cookie, ...headers },
      ...(json === undefined ? {} : { json })
    })
  const isSignedIn = async (
    cookie: string,
    headers: Readonly<Record<string, string>> = own
  ): Promise<boolean> => {
    const { json, status } = await withCookie("GET", "/session", cookie, headers)
    expect(status).toBe(200)
    expect(json).toEqual(
      expect.objectContaining(
        "tenant" in (json as object) ? { expires_at: expect.any(String) } : { sign_in: "key" }
      )
    )
    return "tenant" in (json as object)
  }
  const newToken = () =>
    service.runtime.runPromise(
      Effect.flatMap(Sessions, (sessions) =>
        Effect.map(sessions.createToken, ({ secret }) => secret)
      )
    )

  it("exchanges a key for a cookie that scripts and other sites can't use, and shows whose it is", async () => {
    const answer = await begin({ key: account.key.key })
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        tenant: account.tenant.name,
        scopes: account.key.scopes,
        operator: false,
        expires_at: expect.any(String),
        name: "test",
        features: { inbox: true, sessions: true }
      }
    ])
    expect(answer.headers.get("set-cookie")).toMatch(
      new RegExp(
        `^${cookieName}=[\\w-]{43}; Max-Age=43200; HttpOnly; SameSite=Strict${isTls ? "; Secure" : ""}$`
      )
    )
    expect(answer.headers.get("cache-control")).toBe("no-store")
    const shown = await withCookie("GET", "/session", cookieOf(answer), {})
    expect([shown.status, shown.json]).toEqual([200, answer.json])
  })

  it("ends the sessions of everybody when the operator says so", async () => {
    const cookies = [
      cookieOf(await begin({ key: account.key.key })),
      cookieOf(await begin({ token: await newToken() }))
    ]
    const token = await newToken()
    const known = () => Promise.all(cookies.map((cookie) => isSignedIn(cookie, {})))
    expect(await known()).toEqual([true, true])
    await service.runtime.runPromise(Effect.flatMap(Sessions, ({ endAll }) => endAll))
    expect(await known()).toEqual([false, false])
    expect((await begin({ token })).status).toBe(401)
  })

  it("acts with the scopes and limits of the key", async () => {
    const cookie = cookieOf(await begin({ key: account.key.key }))
    expect((await withCookie("GET", "/v1/emails", cookie, {})).status).toBe(200)
    expect((await withCookie("GET", "/v1/domains", cookie, {})).status).toBe(403)
    const sent = await withCookie("POST", "/v1/emails/send", cookie, own, {
      to: "ada@example.com",
      subject: "Hello",
      text: "Hello"
    })
    expect([sent.status, sent.headers.get("ratelimit-limit")]).toEqual([201, "50"])
  })

  it("signs the operator in with a token, once however many come at once", async () => {
    const token = await newToken()
    const answers = await Promise.all(Array.from({ length: 10 }, () => begin({ token })))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 401)
    ])
    const [good] = answers.filter(({ status }) => status === 200)
    expect(good?.json).toMatchObject({
      tenant: "default",
      operator: true,
      name: "Operator",
      scopes: expect.arrayContaining(["tenant:manage", "email:send"])
    })
    expect((await begin({ token })).json).toEqual({
      error: "Invalid link",
      message: expect.any(String)
    })
  })

  it("lets the operator act for a tenant by its name, and nobody else", async () => {
    const operator = cookieOf(await begin({ token: await newToken() }))
    const named = (cookie: string, tenant: string) =>
      withCookie("GET", "/v1/emails", cookie, { "x-telemark-tenant": tenant })
    await service.call("POST", "/v1/emails/send", {
      key: account.key.key,
      json: { to: "bob@example.com", subject: "Hello", text: "Hello" }
    })
    expect((await named(operator, account.tenant.name)).json).toMatchObject({
      data: [expect.objectContaining({ recipient_email: "bob@example.com" }), expect.anything()]
    })
    expect((await named(operator, "default")).json).toMatchObject({ data: [] })
    expect((await named(operator, "nobody")).status).toBe(404)
    const holder = cookieOf(await begin({ key: account.key.key }))
    for (const tenant of [account.tenant.name, "default", "nobody"]) {
      const refused = await named(holder, tenant)
      expect([refused.status, refused.json]).toEqual([
        403,
        {
          error: "Insufficient scope",
          message: expect.any(String),
          details: { required: "tenant:manage" }
        }
      ])
    }
    expect(await isSignedIn(holder, { "x-telemark-tenant": "default" })).toBe(true)
  })

  it.each<readonly [string, Readonly<Record<string, string>>, boolean]>([
    ["the same origin", { "sec-fetch-site": "same-origin" }, true],
    ["another site", { "sec-fetch-site": "cross-site" }, false],
    ["a neighbouring host", { "sec-fetch-site": "same-site" }, false],
    ["the address bar", { "sec-fetch-site": "none" }, false],
    ["the same origin, without fetch metadata", { origin: "SCHEME://HOST" }, true],
    ["another origin, without fetch metadata", { origin: "http://evil.example" }, false],
    ["another port", { origin: "SCHEME://HOST9" }, false],
    ["an opaque origin", { origin: "null" }, false],
    ["nobody knows where", {}, false],
    [
      "another site that lies about its origin",
      { "sec-fetch-site": "cross-site", origin: "SCHEME://HOST" },
      false
    ]
  ])(
    "lets a cookie change something only from a page of its own: from %s",
    async (_, given, isGood) => {
      const cookie = cookieOf(await begin({ key: account.key.key }))
      const at = isTls ? "mail.example.com" : `127.0.0.1:${String(service.port)}`
      const headers = {
        ...Object.fromEntries(
          Object.entries(given).map(([name, value]) => [
            name,
            value.replace("SCHEME", isTls ? "https" : "http").replace("HOST", at)
          ])
        ),
        ...(isTls ? { host: at } : {})
      }
      const statuses = await Promise.all([
        withCookie("POST", "/v1/emails/send", cookie, headers, {
          to: "ada@example.com",
          subject: "Hello",
          text: "Hello"
        }),
        begin({ key: account.key.key }, headers),
        withCookie("GET", "/v1/emails", cookie, headers)
      ])
      expect(statuses.map(({ status }) => status)).toEqual(
        isGood ? [201, 200, 200] : [403, 403, 200]
      )
      expect((await withCookie("DELETE", "/session", cookie, headers)).status).toBe(
        isGood ? 204 : 403
      )
      expect(await isSignedIn(cookie)).toBe(!isGood)
    }
  )

  it("takes a page without TLS for its own only where nobody speaks TLS", async () => {
    const at = isTls ? "mail.example.com" : `127.0.0.1:${String(service.port)}`
    const statusFor = async (scheme: string, headers: Readonly<Record<string, string>> = {}) =>
      (
        await begin(
          { key: account.key.key },
          { origin: `${scheme}://${at}`, ...(isTls ? { host: at } : {}), ...headers }
        )
      ).status
    const behindProxy = { "x-forwarded-proto": "https" }
    expect(await statusFor("http", behindProxy)).toBe(403)
    expect(await statusFor("https", behindProxy)).toBe(200)
    // A proxy may not say what it speaks.
    expect(await statusFor("https")).toBe(200)
    expect(await statusFor("http")).toBe(isTls ? 403 : 200)
  })

  it("needs no origin with a key, and prefers it to the cookie", async () => {
    const cookie = cookieOf(await begin({ token: await newToken() }))
    const { key } = await service.newKey(account.tenant, ["email:send"])
    const headers = { cookie, authorization: `Bearer ${key}` }
    expect(
      (
        await service.call("POST", "/v1/emails/send", {
          headers,
          json: { to: "ada@example.com", subject: "Hello", text: "Hello" }
        })
      ).status
    ).toBe(201)
    expect((await service.call("GET", "/v1/emails", { headers })).status).toBe(403)
    expect(
      (
        await service.call("GET", "/v1/emails", {
          headers: { cookie, authorization: "Bearer junk" }
        })
      ).status
    ).toBe(401)
    // A proxy may ask for a password of its own.
    expect(
      (
        await service.call("GET", "/v1/emails", {
          headers: { cookie, authorization: "Basic eDp5" }
        })
      ).status
    ).toBe(200)
  })

  it.each([
    ["none", () => ""],
    ["forged", () => `${cookieName}=${"A".repeat(43)}`],
    ["cut", (cookie: string) => cookie.slice(0, -1)],
    ["longer", (cookie: string) => `${cookie}A`],
    [
      "under another name",
      (cookie: string) =>
        cookie.replace(cookieName, isTls ? "telemark_session" : "__Secure-telemark_session")
    ],
    [
      "beside another of its name",
      (cookie: string) => `${cookieName}=${"A".repeat(43)}; ${cookie}`
    ],
    ["huge", () => `${cookieName}=${"A".repeat(5000)}`]
  ])("refuses a cookie that is %s", async (_, change) => {
    const cookie = change(cookieOf(await begin({ key: account.key.key })))
    const answer = await withCookie("GET", "/session", cookie)
    expect([answer.status, answer.json]).toEqual([200, { sign_in: "key" }])
    expect((await withCookie("GET", "/v1/emails", cookie)).status).toBe(401)
  })

  it("ends the session over which another begins", async () => {
    const first = cookieOf(await begin({ key: account.key.key }))
    const second = cookieOf(await begin({ key: account.key.key }, { ...own, cookie: first }))
    expect(await isSignedIn(first)).toBe(false)
    expect(await isSignedIn(second)).toBe(true)
  })

  it("ends a session with its key, and at its sign-out, and no other", async () => {
    const key = await service.newKey(account.tenant, ["email:read"])
    const [first, second, others] = [
      cookieOf(await begin({ key: key.key })),
      cookieOf(await begin({ key: key.key })),
      cookieOf(await begin({ key: account.key.key }))
    ]
    const out = await withCookie("DELETE", "/session", first)
    expect([out.status, out.headers.get("set-cookie")]).toEqual([
      204,
      expect.stringMatching(new RegExp(`^${cookieName}=; Max-Age=0; HttpOnly`))
    ])
    expect((await withCookie("GET", "/v1/emails", first)).status).toBe(401)
    expect((await withCookie("GET", "/v1/emails", second)).status).toBe(200)
    await service.runtime.runPromise(
      Effect.flatMap(ApiKeys, (keys) => keys.revoke(account.tenant.id, key.id))
    )
    expect((await withCookie("GET", "/v1/emails", second)).status).toBe(401)
    expect((await begin({ key: key.key })).status).toBe(401)
    expect((await withCookie("GET", "/v1/emails", others)).status).toBe(200)
    expect((await withCookie("DELETE", "/session", "")).status).toBe(204)
  })

  it("forgets tokens after ten minutes, and sessions after twelve hours", async () => {
    const cookie = cookieOf(await begin({ key: account.key.key }))
    const token = await newToken()
    const [fresh, stale] = [await newToken(), token]
    ahead += signInTokenMillis - 5000
    expect((await begin({ token: fresh })).status).toBe(200)
    ahead += 6000
    expect((await begin({ token: stale })).status).toBe(401)
    ahead += sessionMillis - signInTokenMillis - 11_000
    expect(await isSignedIn(cookie)).toBe(true)
    ahead += 12_000
    expect(await isSignedIn(cookie)).toBe(false)
  })

  it.each([
    ["nothing", {}],
    ["both", { key: "x", token: "y" }],
    ["a number", { key: 1 }],
    ["null", null],
    ["a list", []]
  ])("answers 400 to a body with %s", async (_, json) => {
    expect((await begin(json)).status).toBe(400)
  })

  it("refuses junk without a slow hash, and what is too long unread", async () => {
    for (const key of ["", "x", "tmk_x", `${account.key.key}x`])
      expect((await begin({ key })).status).toBe(401)
    for (const token of ["", "x", "A".repeat(43), "A".repeat(44)])
      expect((await begin({ token })).status).toBe(401)
    expect((await begin({ key: "x".repeat(5000) })).status).toBe(413)
  })

  it("shows its pages to who takes html, and its files to all", async () => {
    const get = (
      path: string,
      headers: Readonly<Record<string, string>> = { accept: "text/html,*/*" }
    ) => service.call("GET", path, { headers })
    for (const path of ["/", "/messages/em_1", "/templates?x=1"]) {
      const answer = await get(path)
      expect([answer.status, answer.text]).toEqual([
        200,
        `shell for ${path.replace(/\?.*/, "")} of -`
      ])
    }
    expect((await get("/messages", { accept: "application/json" })).status).toBe(404)
    const file = await get("/assets/a.js", {})
    expect([file.status, file.text, file.headers.get("etag")]).toEqual([200, "1", '"1"'])
    const known = await get("/assets/a.js", { "if-none-match": '"0", W/"1"' })
    for (const path of ["/", "/assets/a.js", "/session", "/nowhere"])
      expect((await get(path)).headers.get("x-content-type-options"), path).toBe("nosniff")
    expect(known.headers.get("x-content-type-options")).toBe("nosniff")
    expect([known.status, known.text]).toEqual([304, ""])
    const head = await service.call("HEAD", "/messages", { headers: { accept: "text/html" } })
    expect([head.status, head.text]).toEqual([200, ""])
    for (const path of ["/assets/b.js", "/assets/..%2fpackage.json", "/v1/nothing", "/v1", "//"])
      expect((await get(path)).status).toBe(404)
    expect(
      (await service.call("POST", "/messages", { headers: { accept: "text/html" } })).status
    ).toBe(404)
    expect((await service.call("PUT", "/session")).status).toBe(405)
    for (const path of ["/healthz", "/openapi.json"])
      expect((await get(path)).headers.get("content-type")).toBe("application/json")
  })
})
