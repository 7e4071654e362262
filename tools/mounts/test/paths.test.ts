import express from "express"
import fastify from "fastify"
import { Hono } from "hono"
import { mount } from "hono/mount"
import { createHmac } from "node:crypto"
import type { AddressInfo } from "node:net"
import { type Telemark, ValidationFailed } from "telemark"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { hello, listen, makeApi, openTelemark, told } from "../src/index.js"
import { serveHono } from "./support/serveHono.js"

const webhookSecret = `whsec_${Buffer.alloc(24, 1).toString("base64")}`

let telemark: Telemark
let key: string

beforeAll(async () => {
  ;({ key, telemark } = await openTelemark({ allowNetwork: "127.0.0.1", dnsServer: "127.0.0.1" }))
})
afterAll(() => telemark.close())

type Serve = (path: string) => Promise<{ readonly port: number; readonly end: () => Promise<void> }>

const viaFastify: Serve = async (prefix) => {
  const app = fastify({ forceCloseConnections: true })
  app.register(telemark.fastifyPlugin, { prefix })
  await app.listen({ port: 0, host: "127.0.0.1" })
  return { port: (app.server.address() as AddressInfo).port, end: () => app.close() }
}

const hosts: ReadonlyArray<readonly [name: string, Serve]> = [
  ["plain http, at", (path) => listen(telemark.at(path).nodeHandler)],
  ["Express, use", (path) => listen(express().use(path, telemark.nodeHandler))],
  ["Express, use and at", (path) => listen(express().use(path, telemark.at(path).nodeHandler))],
  [
    "Express, two routers",
    (path) =>
      listen(
        express().use("/api", express.Router().use(path.slice("/api".length), telemark.nodeHandler))
      )
  ],
  ["Fastify, prefix", viaFastify],
  [
    "Hono, all and at",
    (path) => {
      const { fetch } = telemark.at(path)
      return serveHono(new Hono().all(`${path}/*`, (c) => fetch(c.req.raw)))
    }
  ]
]

/** Where each mount puts the API, and the pages beside it if the host lets them through. */
const mounts: ReadonlyArray<readonly [path: string, api: string, pages: string | undefined]> = [
  ["/api/v1", "/api/v1", undefined],
  ["/api/v1/email/v1", "/api/v1/email/v1", undefined],
  ["/api/email", "/api/email/v1", "/api/email"]
]

describe.each(hosts)("%s", (_, serve) => {
  it.each(mounts)("at %s has the API at %s", async (path, base, pages) => {
    const { end, port } = await serve(path)
    onTestFinished(end)
    const origin = `http://127.0.0.1:${String(port)}`
    const { call } = makeApi({ key, url: origin + base, close: end, end })
    expect((await call("POST", "/emails/send", { json: hello })).status).toBe(201)
    expect((await call("GET", "/emails?limit=1")).json).toMatchObject({
      limit: 1,
      data: { length: 1 }
    })
    expect(told(await call("GET", "/emails/send"))).toEqual([405, { error: "Method not allowed" }])
    expect(told(await call("GET", "/nowhere"))).toEqual([404, { error: "not_found" }])
    for (const elsewhere of ["/v1/emails", "/emails", `${base}x/emails`]) {
      expect(
        (await fetch(origin + elsewhere, { headers: { authorization: `Bearer ${key}` } })).status,
        elsewhere
      ).toBe(404)
    }
    if (pages === undefined) return
    expect(await (await fetch(`${origin}${pages}/healthz`)).json()).toEqual({ status: "ok" })
    const document = `${origin}${pages}/openapi.json`
    const { paths, servers } = (await (await fetch(document)).json()) as {
      readonly paths: object
      readonly servers: ReadonlyArray<{ readonly url: string }>
    }
    expect(Object.keys(paths)).toContain("/v1/emails/send")
    expect(servers.map(({ url }) => new URL(url, document).href)).toEqual([`${origin}${pages}/`])
    expect(await (await fetch(`${origin}${pages}/docs`)).text()).toContain('"url":"."')
  })
})

describe.each(hosts)("%s", (_, serve) => {
  it.each([
    ["/api/email", "/api/email/hooks"],
    ["/api/hooks", "/api/hooks"],
    ["/api/mail/hooks", "/api/mail/hooks"]
  ])("at %s answers providers' calls at %s", async (path, base) => {
    const { secret } = await telemark.feedbackSources.create({
      provider: "resend",
      credential: webhookSecret
    })
    const { end, port } = await serve(path)
    onTestFinished(end)
    const url = `http://127.0.0.1:${String(port)}${base}/resend/${secret}`
    const body = '{ "type": "email.scheduled" }'
    const seconds = String(Math.floor(Date.now() / 1000))
    const signature = createHmac(
      "sha256",
      Buffer.from(webhookSecret.slice("whsec_".length), "base64")
    )
      .update(`msg_1.${seconds}.${body}`)
      .digest("base64")
    const headers = {
      "content-type": "application/json",
      "svix-id": "msg_1",
      "svix-timestamp": seconds,
      "svix-signature": `v1,${signature}`
    }
    expect((await fetch(url)).status).toBe(200)
    expect((await fetch(url, { method: "POST", body, headers })).status).toBe(200)
    expect((await fetch(url, { method: "POST", body: `${body} `, headers })).status).toBe(403)
    expect((await fetch(`${url}x`)).status).toBe(404)
  })
})

describe.each(hosts)("%s", (_, serve) => {
  it.each([
    ["/api/email", "/api/email/t"],
    ["/api/t", "/api/t"],
    ["/api/mail/t", "/api/mail/t"]
  ])("at %s answers readers' clicks and opens at %s", async (path, base) => {
    const { end, port } = await serve(path)
    onTestFinished(end)
    const ask = (address: string) => fetch(`http://127.0.0.1:${String(port)}${base}${address}`)
    expect((await ask("/o/cut?utm_source=mail")).headers.get("content-type")).toBe("image/gif")
    expect(await (await ask("/c/cut")).text()).toContain("This link doesn't work")
    expect(await (await ask("/host?domain=track.shop.example")).text()).toContain(
      "No tenant has verified this name"
    )
  })
})

describe("Fastify's plugin", () => {
  it.each(["/t/:tenant", "/:tenant/v1", "/files/*"])(
    "isn't registered at %s, where it would never find anything",
    async (prefix) => {
      const app = fastify()
      app.register(telemark.fastifyPlugin, { prefix })
      await expect(app.ready()).rejects.toThrow(ValidationFailed)
      await app.close()
    }
  )

  it.each([
    ["/mail", "/gateway/mail/v1/emails"],
    ["/v1", "/gateway/v1/emails"],
    ["/v1", "/old/api/v1/emails"]
  ])("at %s answers what the host has rewritten from %s", async (prefix, url) => {
    const app = fastify({
      rewriteUrl: ({ url: asked = "" }) => asked.replace(/^\/gateway|^\/old\/api/, "")
    })
    app.register(telemark.fastifyPlugin, { prefix })
    expect(
      (await app.inject({ url, headers: { authorization: `Bearer ${key}` } })).statusCode
    ).toBe(200)
    await app.close()
  })
})

describe("Hono's mount", () => {
  it("takes its path off, so that fetch answers below it", async () => {
    const app = new Hono().all("/api/email/*", mount(telemark.fetch))
    const call = (path: string) =>
      app.request(path, { headers: { authorization: `Bearer ${key}` } })
    expect((await call("/api/email/v1/emails")).status).toBe(200)
    expect((await call("/api/email/healthz")).status).toBe(200)
    expect((await call("/v1/emails")).status).toBe(404)
  })
})

describe("at", () => {
  it.each([["/"], ["/v1"], ["/v1/"]])("%s answers where the others do", async (path) => {
    const request = new Request("https://mail.example.com/v1/emails", {
      headers: { authorization: `Bearer ${key}` }
    })
    expect((await telemark.at(path).fetch(request)).status).toBe(200)
  })

  it("takes a path in any letters", async () => {
    const request = new Request("https://mail.example.com/grüße/v1/emails", {
      headers: { authorization: `Bearer ${key}` }
    })
    expect((await telemark.at("/grüße").fetch(request)).status).toBe(200)
  })

  it.each([
    "",
    "mail",
    "//mail",
    "/mail?a",
    "/mail#a",
    "https://mail.example.com/",
    "/a b",
    "\\mail",
    "/mail/../x",
    "/mail/.",
    "/..",
    "/mail/%2E%2e/x"
  ])("refuses %j, which is no path", (path) => {
    expect(() => telemark.at(path)).toThrow(ValidationFailed)
  })
})
