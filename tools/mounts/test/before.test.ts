import express from "express"
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify"
import { Hono } from "hono"
import { cloneRawRequest } from "hono/request"
import { routeHandlers, type Telemark } from "telemark"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { hello, listen, openTelemark } from "../src/index.js"

let telemark: Telemark
let key: string

beforeAll(async () => {
  ;({ key, telemark } = await openTelemark({ allowNetwork: "127.0.0.1", dnsServer: "127.0.0.1" }))
})
afterAll(() => telemark.close())

const send = (body = JSON.stringify(hello), headers: Readonly<Record<string, string>> = {}) =>
  ({
    method: "POST",
    body,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers }
  }) as const

describe("middleware before the mount in Express", () => {
  const serve = async (app: express.Express): Promise<string> => {
    const { end, port } = await listen(app)
    onTestFinished(end)
    return `http://127.0.0.1:${String(port)}/v1/emails/send`
  }

  it("may refuse a request by itself", async () => {
    const url = await serve(
      express()
        .use((request, response, next) => {
          if (request.headers["x-user"] === undefined) response.status(403).send("Who are you?")
          else next()
        })
        .use("/v1", telemark.nodeHandler)
    )
    expect((await fetch(url, send())).status).toBe(403)
    expect((await fetch(url, send(undefined, { "x-user": "ada" }))).status).toBe(201)
  })

  it("answers for bodies that its parser refuses", async () => {
    const onError: express.ErrorRequestHandler = (
      { status }: { readonly status: number },
      _request,
      response,
      _next
    ) => {
      response.status(status).json({ refused: true })
    }
    const url = await serve(
      express()
        .use(express.json({ limit: "1kb" }))
        .use("/v1", telemark.nodeHandler)
        .use(onError)
    )
    for (const [body, status] of [
      ["{", 400],
      [JSON.stringify({ ...hello, text: "x".repeat(2000) }), 413]
    ] as const) {
      const answer = await fetch(url, send(body))
      expect([answer.status, await answer.json()]).toEqual([status, { refused: true }])
    }
  })

  it("may have read the body without a trace, which is reported", async () => {
    const url = await serve(
      express()
        .use((request, _response, next) => {
          request.resume().once("end", next)
        })
        .use("/v1", telemark.nodeHandler)
    )
    const answer = await fetch(url, send())
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        error: "Validation failed",
        message: expect.any(String) as unknown,
        details: { body: ["did not arrive completely"] }
      }
    ])
  })

  it("may have answered before Telemark does, and nothing breaks", async () => {
    const own = await openTelemark({ allowNetwork: "127.0.0.1", dnsServer: "127.0.0.1" })
    const url = await serve(
      express()
        .use((request, response, next) => {
          if (request.headers["x-late"] !== undefined) response.status(504).end()
          next()
        })
        .use("/v1", own.telemark.nodeHandler)
    )
    const authorization = `Bearer ${own.key}`
    expect((await fetch(url, send(undefined, { authorization, "x-late": "1" }))).status).toBe(504)
    expect((await fetch(url.replace("/send", ""), { headers: { "x-late": "1" } })).status).toBe(504)
    expect((await fetch(url, send(undefined, { authorization }))).status).toBe(201)
    // It waits for every request that isn't answered, for longer than a test may take.
    await own.telemark.close()
  })
})

describe("Fastify around its plugin", () => {
  it("checks the caller in each of its hooks", async () => {
    const check = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (request.headers["x-user"] === undefined) await reply.code(403).send({ refused: true })
    }
    const adding: Readonly<Record<string, (app: FastifyInstance) => unknown>> = {
      onRequest: (app) => app.addHook("onRequest", check),
      preParsing: (app) => app.addHook("preParsing", check),
      preValidation: (app) => app.addHook("preValidation", check),
      preHandler: (app) => app.addHook("preHandler", check)
    }
    for (const [hook, add] of Object.entries(adding)) {
      const app = fastify()
      add(app)
      app.register(telemark.fastifyPlugin, { prefix: "/v1" })
      const ask = async (headers: Readonly<Record<string, string>>) => {
        const { body, ...rest } = send(undefined, headers)
        return (await app.inject({ ...rest, url: "/v1/emails/send", payload: body })).statusCode
      }
      expect([await ask({}), await ask({ "x-user": "ada" })], hook).toEqual([403, 201])
      await app.close()
    }
  })

  it("parses the bodies of its other routes as ever", async () => {
    const app = fastify()
    app.register(telemark.fastifyPlugin, { prefix: "/v1" })
    app.post("/echo", (request) => request.body)
    expect((await app.inject({ method: "POST", url: "/echo", payload: { a: 1 } })).json()).toEqual({
      a: 1
    })
    await app.close()
  })
})

describe("middleware before the mount in Hono", () => {
  const ask = async (app: Hono) => {
    const answer = await app.request("/v1/emails/send", send())
    return [answer.status, await answer.json()] as const
  }

  it("may have read the body, which is reported and never waited for", async () => {
    const app = new Hono()
    app.use(async (c, next) => {
      await c.req.json()
      await next()
    })
    app.all("/v1/*", (c) => telemark.fetch(c.req.raw))
    expect(await ask(app)).toEqual([
      400,
      {
        error: "Validation failed",
        message: expect.any(String) as unknown,
        details: { body: ["did not arrive completely"] }
      }
    ])
  })

  it("may pass on what it has read", async () => {
    const app = new Hono()
    app.use(async (c, next) => {
      await c.req.json()
      await next()
    })
    app.all("/v1/*", async (c) => telemark.fetch(await cloneRawRequest(c.req)))
    expect((await ask(app))[0]).toBe(201)
  })
})

describe("routeHandlers", () => {
  it("opens nothing when a route file is loaded, and asks for Telemark with each request", async () => {
    let opened = 0
    const { GET, POST } = routeHandlers(() => {
      opened++
      return Promise.resolve(telemark)
    })
    expect(opened).toBe(0)
    expect(
      (await POST(new Request("https://mail.example.com/v1/emails/send", send()))).status
    ).toBe(201)
    expect((await GET(new Request("https://mail.example.com/v1/emails"))).status).toBe(401)
    expect(opened).toBe(2)
  })
})
