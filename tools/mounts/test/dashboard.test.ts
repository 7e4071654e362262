import type { IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import express from "express"
import fastify from "fastify"
import { Hono } from "hono"
import type { AuthorizedPerson, DashboardOptions, Telemark } from "telemark"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { listen, type Listening, openTelemark } from "../src/index.js"
import { serveHono } from "./support/serveHono.js"

const people: Readonly<Record<string, AuthorizedPerson>> = {
  ada: { tenant: "default", scopes: ["email:read", "email:send"], name: "Ada" },
  operator: { tenant: "default", operator: true },
  stray: { tenant: "gone" }
}

const headerOf = (request: IncomingMessage | Request, name: string): string | undefined =>
  request instanceof Request
    ? (request.headers.get(name) ?? undefined)
    : request.headers[name]?.toString()

const authorize: DashboardOptions["authorize"] = async (request) => {
  await Promise.resolve()
  const user = headerOf(request, "x-user") ?? ""
  if (user === "faulty") throw new Error("the secret of the host")
  if (user.startsWith("{")) return JSON.parse(user) as never
  return people[user] ?? null
}

const mounted: Readonly<Record<string, (telemark: Telemark) => Promise<Listening>>> = {
  "Express 5": (telemark) => {
    const app = express()
    app.use("/mail", telemark.dashboard({ authorize }))
    return listen(app)
  },
  "Express 5 behind express.json()": (telemark) => {
    const app = express()
    app.use(express.json())
    app.use("/mail", telemark.dashboard({ authorize }))
    return listen(app)
  },
  "Node's own server": (telemark) =>
    listen(telemark.dashboard({ authorize }).at("/mail").nodeHandler),
  "Fastify 5": async (telemark) => {
    const app = fastify({ forceCloseConnections: true })
    app.register(telemark.dashboard({ authorize }).fastifyPlugin, { prefix: "/mail" })
    await app.listen({ port: 0, host: "127.0.0.1" })
    return { port: (app.server.address() as AddressInfo).port, end: () => app.close() }
  },
  Hono: (telemark) => {
    const dashboard = telemark.dashboard({ authorize }).at("/mail")
    const app = new Hono()
    app.all("/mail/*", (c) => dashboard.fetch(c.req.raw))
    return serveHono(app)
  }
}

describe.each(Object.entries(mounted))("a dashboard below a prefix in %s", (_, start) => {
  let telemark: Telemark
  let host: Listening
  beforeAll(async () => {
    ;({ telemark } = await openTelemark({ allowNetwork: "127.0.0.1", dnsServer: "127.0.0.1" }))
    host = await start(telemark)
  })
  afterAll(async () => {
    await host.end()
    await telemark.close()
  })

  const ask = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    json?: unknown
  ) => {
    const response = await fetch(`http://127.0.0.1:${String(host.port)}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...headers,
        ...(json === undefined ? {} : { "content-type": "application/json" })
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) })
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type") === "application/json" && text !== ""
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? (JSON.parse(text) as unknown) : undefined
    }
  }

  it.each([
    ["/mail", "./mail/"],
    ["/mail/", "./"],
    ["/mail/messages", "./"],
    ["/mail/messages/em_1?x=1", "../"]
  ])("shows its pages at %s, whoever asks", async (path, base) => {
    const answer = await ask("GET", path, { accept: "text/html" })
    expect([answer.status, answer.text]).toEqual([
      200,
      expect.stringContaining(`<base href="${base}">`)
    ])
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'")
    const [, script = ""] = /src="\.\/(assets\/[^"]+)"/.exec(answer.text) ?? []
    const file = await ask("GET", `/mail/${script}`)
    expect([file.status, file.headers.get("content-type")]).toEqual([
      200,
      "text/javascript; charset=utf-8"
    ])
    expect(
      (await ask("GET", `/mail/${script}`, { "if-none-match": file.headers.get("etag") ?? "" }))
        .status
    ).toBe(304)
  })

  it("answers 404 to unknown files, and isn't found beside its prefix", async () => {
    expect((await ask("GET", "/mail/assets/none.js", { accept: "text/html" })).status).toBe(404)
    for (const path of ["/", "/mailbox", "/assets/none.js", "/session"])
      expect((await ask("GET", path, { accept: "text/html", "x-user": "ada" })).status).toBe(404)
  })

  it("shows whom the host has signed in", async () => {
    expect((await ask("GET", "/mail/session", { "x-user": "ada" })).json).toEqual({
      tenant: "default",
      scopes: ["email:read", "email:send"],
      operator: false,
      expires_at: null,
      name: "Ada",
      features: { inbox: true }
    })
    expect((await ask("GET", "/mail/session", { "x-user": "operator" })).json).toMatchObject({
      operator: true,
      name: "default",
      scopes: expect.arrayContaining(["tenant:manage"]) as unknown
    })
  })

  it("acts with what that person may do, and changes something for its own pages only", async () => {
    const mail = { to: "ada@example.com", subject: "Hello", text: "Hello" }
    const own = { "x-user": "ada", "sec-fetch-site": "same-origin" }
    expect((await ask("GET", "/mail/v1/emails", { "x-user": "ada" })).status).toBe(200)
    // A host may have tokens of its own there.
    expect(
      (
        await ask("GET", "/mail/v1/emails", {
          "x-user": "ada",
          authorization: "Bearer of-the-host"
        })
      ).status
    ).toBe(200)
    expect((await ask("POST", "/mail/v1/emails/send", own, mail)).status).toBe(201)
    expect(
      (await ask("POST", "/mail/v1/emails/send", { ...own, "sec-fetch-site": "cross-site" }, mail))
        .status
    ).toBe(403)
    expect((await ask("POST", "/mail/v1/emails/send", { "x-user": "ada" }, mail)).status).toBe(403)
    expect((await ask("GET", "/mail/v1/domains", { "x-user": "ada" })).json).toMatchObject({
      details: { required: "domain:read" }
    })
    expect(
      (await ask("GET", "/mail/v1/emails", { "x-user": "ada", "x-telemark-tenant": "default" }))
        .status
    ).toBe(403)
    expect(
      (
        await ask("GET", "/mail/v1/emails", {
          "x-user": "operator",
          "x-telemark-tenant": "default"
        })
      ).status
    ).toBe(200)
    expect(
      (await ask("GET", "/mail/v1/emails", { "x-user": "operator", "x-telemark-tenant": "gone" }))
        .status
    ).toBe(404)
  })

  it("says that the host signs people in when nobody is, and lets nobody sign in here", async () => {
    const answer = await ask("GET", "/mail/session")
    expect([answer.status, answer.json]).toEqual([200, { sign_in: "host" }])
    expect((await ask("GET", "/mail/v1/emails")).status).toBe(401)
    const { key } = await telemark.apiKeys.create({ name: "x" })
    expect((await ask("GET", "/mail/v1/emails", { authorization: `Bearer ${key}` })).status).toBe(
      401
    )
    expect(
      (await ask("POST", "/mail/session", { "sec-fetch-site": "same-origin" }, { key })).status
    ).toBe(405)
  })

  it.each([
    "faulty",
    ...[
      { scopes: ["everything"] },
      { scope: ["email:read"] },
      { operator: "false" },
      { operator: 1 },
      { operator: {} },
      { operator: null },
      { name: 5 },
      { tenant: ["default"] }
    ].map((wrong) => JSON.stringify({ tenant: "default", ...wrong }))
  ])(
    "answers 500, and nothing of the reason, if authorize is faulty or its answer has a mistake: %s",
    async (user) => {
      for (const path of ["/mail/session", "/mail/v1/emails"]) {
        const answer = await ask("GET", path, { "x-user": user })
        expect([answer.status, answer.text]).toEqual([
          500,
          expect.not.stringContaining("secret of the host")
        ])
      }
    }
  )

  it("answers 404 for a person of a tenant that isn't there", async () => {
    expect((await ask("GET", "/mail/session", { "x-user": "stray" })).status).toBe(404)
  })

  it("needs somebody to ask", () => {
    expect(() => telemark.dashboard({} as never)).toThrow("authorize")
  })
})
