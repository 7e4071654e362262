import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { ApiKeys, AroundAccept } from "@telemark/core"
import { nodeHandler, type NodeHandler } from "@telemark/http"
import { layer as layerSqlite } from "@telemark/sqlite"
import { openConnection } from "@telemark-tools/connections"
import { Context, Deferred, Effect, Layer } from "effect"
import express from "express"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, startService } from "./support/service.js"

const hello = JSON.stringify({ to: "ada@example.com", html: "<p>Hello</p>" })

describe("the Node handler", () => {
  let service: Service
  let key: string
  beforeAll(async () => {
    service = await startService()
    key = (await service.newAccount()).key.key
  })
  afterAll(() => service.close())

  const head = (line: string, ...headers: ReadonlyArray<string>) =>
    [
      `${line} HTTP/1.1`,
      "Host: localhost",
      `Authorization: Bearer ${key}`,
      ...headers,
      "",
      ""
    ].join("\r\n")
  const sendHead = (...headers: ReadonlyArray<string>) =>
    head("POST /v1/emails/send", "Content-Type: application/json", ...headers)
  const sendOf = (body: string) => sendHead(`Content-Length: ${String(body.length)}`) + body

  it("answers pipelined requests in their order, and continues after errors", async () => {
    const connection = await openConnection(service.port)
    await connection.write(
      sendOf(hello) +
        sendOf("{") +
        head("GET /v1/nowhere") +
        head("PUT /v1/emails", "Content-Length: 3") +
        "abc" +
        head("GET /v1/emails/em_0", "Content-Length: 2") +
        "{}" +
        sendOf(hello) +
        head("GET /healthz")
    )
    expect(await connection.statuses(7)).toEqual([201, 400, 404, 405, 404, 201, 200])
    connection.destroy()
  })

  it("changes nothing for a key that was revoked before its body came", async () => {
    const { key, tenant } = await service.newAccount()
    const other = await service.newKey(tenant)
    const connection = await openConnection(service.port)
    const body = JSON.stringify({ id: "late", name: "x" })
    await connection.write(
      `POST /v1/topics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${other.key}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${String(body.length)}\r\n\r\n`
    )
    await connection.untilContinue()
    const path = `/v1/api-keys/${other.id}`
    expect((await service.call("DELETE", path, { key: key.key })).status).toBe(200)
    await connection.write(body)
    expect(await connection.statuses(1)).toEqual([401])
    connection.destroy()
  })

  it("keeps a connection after a refusal that didn't read the body", async () => {
    const connection = await openConnection(service.port)
    const body = "x".repeat(200_000)
    await connection.write(
      `POST /v1/emails/send HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`
    )
    expect(await connection.statuses(1)).toEqual([401])
    await connection.write(head("GET /healthz"))
    expect(await connection.statuses(2)).toEqual([401, 200])
    connection.destroy()
  })

  it("answers a client that sends too much while it is sending, then closes the connection", async () => {
    const connection = await openConnection(service.port)
    await connection.write(sendHead("Content-Length: 16000000"))
    expect(await connection.statuses(1)).toEqual([413])
    await connection.write("x".repeat(16_000_000))
    const received = await connection.closed()
    expect(received.toLowerCase()).toContain("connection: close")
    expect(JSON.parse(received.slice(received.lastIndexOf("{")))).toMatchObject({
      error: "Payload too large",
      message: expect.stringContaining("too large")
    })
  })

  it("answers a client that sends in pieces and never ends, and closes once it has hung up", async () => {
    const connection = await openConnection(service.port)
    await connection.write(sendHead("Transfer-Encoding: chunked"))
    const piece = `100000\r\n${"x".repeat(0x100000)}\r\n`
    for (let count = 0; count < 17; count++) await connection.write(piece)
    expect(await connection.statuses(1)).toEqual([413])
    connection.end()
    await connection.closed()
  })

  it("reads a body that comes in many small pieces", async () => {
    const connection = await openConnection(service.port)
    await connection.write(sendHead("Transfer-Encoding: chunked"))
    for (const letter of hello) await connection.write(`1\r\n${letter}\r\n`)
    await connection.write("0\r\n\r\n")
    expect(await connection.statuses(1)).toEqual([201])
    connection.destroy()
  })

  it("understands the absolute form of a request target", async () => {
    const connection = await openConnection(service.port)
    await connection.write(
      head("GET http://mail.example.com/v1/emails?limit=1") + head("GET http://mail.example.com")
    )
    expect(await connection.statuses(2)).toEqual([200, 404])
    connection.destroy()
  })

  it("serves others while clients hang up in the middle of their bodies", async () => {
    for (const part of ["", hello.slice(0, 5)]) {
      const connection = await openConnection(service.port)
      await connection.write(sendHead("Content-Length: 60") + part)
      connection.destroy()
    }
    expect((await service.call("GET", "/v1/emails", { key })).status).toBe(200)
  })

  it("finishes a send whose client hung up while it was being written", async () => {
    const accepting = Effect.runSync(Deferred.make<AbortController>())
    const aborter = new AbortController()
    const storage = Layer.merge(
      layerSqlite({ filename: ":memory:" }),
      Layer.succeed(
        AroundAccept,
        (accept) => (send) =>
          Effect.andThen(
            Effect.sync(() => {
              aborter.abort()
            }).pipe(Effect.andThen(Deferred.await(accepting))),
            accept(send)
          )
      )
    )
    const slow = await startService({ storage })
    const account = await slow.newAccount()
    const options = {
      key: account.key.key,
      json: JSON.parse(hello) as unknown,
      signal: aborter.signal
    }
    await expect(slow.call("POST", "/v1/emails/send", options)).rejects.toThrow()
    await slow.runtime.runPromise(Deferred.succeed(accepting, aborter))
    await expect
      .poll(async () => (await slow.call("GET", "/v1/emails", { key: account.key.key })).json)
      .toMatchObject({ data: [{ recipient_email: "ada@example.com" }] })
    await slow.close()
  })

  describe("mounted in Express", () => {
    const stops: Array<() => void> = []
    afterAll(() => {
      for (const stop of stops) stop()
    })

    /**
     * Serves the application that `mount` makes and answers the status and body of a send below
     * `path`.
     */
    const serve = async (mount: (handler: NodeHandler, app: express.Express) => void) => {
      const app = express()
      mount(await service.runtime.runPromise(nodeHandler), app)
      const server = createServer(app)
      await new Promise<void>((resolve) => {
        server.listen(0, "127.0.0.1", resolve)
      })
      stops.push(() => {
        server.close()
        server.closeAllConnections()
      })
      const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
      const call = async (
        method: string,
        path: string,
        body?: string,
        type = "application/json"
      ) => {
        const response = await fetch(base + path, {
          method,
          headers: {
            authorization: `Bearer ${key}`,
            ...(body === undefined ? {} : { "content-type": type })
          },
          ...(body === undefined ? {} : { body })
        })
        return [response.status, await response.json()] as const
      }
      return call
    }

    it.each([
      ["/v1", "/v1"],
      ["/mail/v1", "/mail/v1"],
      ["/mail", "/mail/v1"],
      ["/", "/v1"]
    ])("at %s it answers below %s", async (mount, base) => {
      const call = await serve((handler, app) => app.use(mount, handler))
      expect((await call("POST", `${base}/emails/send`, hello))[0]).toBe(201)
      expect((await call("GET", `${base}/emails?limit=1`))[1]).toMatchObject({ limit: 1 })
      expect(await call("GET", `${base}/nowhere`)).toEqual([
        404,
        { error: "not_found", message: expect.any(String) }
      ])
      expect((await call("PUT", `${base}/emails`, "{}"))[0]).toBe(405)
    })

    it("takes a body that express.json() has parsed already", async () => {
      const call = await serve((handler, app) =>
        app.use(express.json({ limit: "20mb" })).use("/v1", handler)
      )
      expect((await call("POST", "/v1/emails/send", hello))[0]).toBe(201)
      expect((await call("POST", "/v1/emails/send", "{}"))[1]).toMatchObject({
        error: "Validation failed",
        message: expect.any(String)
      })
      expect((await call("POST", "/v1/emails/send", ""))[1]).toMatchObject({
        error: "Validation failed",
        message: expect.any(String)
      })
      expect(
        (await call("POST", "/v1/emails/send", JSON.stringify({ to: "x".repeat(16_000_000) })))[0]
      ).toBe(413)
      expect((await call("POST", "/v1/emails/send", hello, "text/plain"))[0]).toBe(400)
      expect((await call("GET", "/v1/emails"))[0]).toBe(200)
      expect(
        (
          await call(
            "POST",
            "/v1/emails/send",
            `{"data":${"[".repeat(50_000)}${"]".repeat(50_000)}}`
          )
        )[1]
      ).toEqual({
        error: "Validation failed",
        message: expect.any(String),
        details: { body: ["must not nest deeper than 128 levels"] }
      })
    })

    it.each([
      ["express.raw()", express.raw({ type: () => true })],
      ["express.text()", express.text({ type: () => true })]
    ])("takes a body that %s has read", async (_, parser) => {
      const call = await serve((handler, app) => app.use(parser).use("/v1", handler))
      expect((await call("POST", "/v1/emails/send", hello))[0]).toBe(201)
      expect((await call("POST", "/v1/emails/send", "{"))[0]).toBe(400)
    })

    it("never waits for a body that somebody else has spent", async () => {
      const call = await serve((handler, app) =>
        app
          .use((request, _response, next) => {
            request.resume()
            request.once("end", next)
          })
          .use("/v1", handler)
      )
      expect(await call("POST", "/v1/emails/send", hello)).toEqual([
        400,
        {
          error: "Validation failed",
          message: expect.any(String),
          details: { body: ["did not arrive completely"] }
        }
      ])
    })
  })
})

describe("the Node handler's needs", () => {
  it("are services alone: two handlers on the same ones share what they know", async () => {
    const service = await startService()
    const {
      key: { key }
    } = await service.newAccount()
    const context = await service.runtime.context()
    const server = createServer(await Effect.runPromiseWith(context)(nodeHandler))
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve)
    })
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1/emails`
    const status = async () =>
      (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status
    expect(await status()).toBe(200)
    expect((await service.call("DELETE", `/v1/api-keys/${key.slice(0, 14)}`, { key })).status).toBe(
      200
    )
    expect(await status()).toBe(401)
    expect(Context.get(context, ApiKeys)).toBeDefined()
    server.close()
    server.closeAllConnections()
    await service.close()
  })
})
