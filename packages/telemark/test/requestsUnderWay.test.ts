import { AroundAccept } from "@telemark/core"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { openConnection } from "@telemark-tools/connections"
import { Effect, Layer } from "effect"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createTelemark, type Telemark, type TelemarkOptions } from "telemark"
import { describe, expect, it, onTestFinished } from "vitest"

const open = (
  storage: TelemarkOptions["storage"] = sqlite({ filename: ":memory:" })
): Promise<Telemark> =>
  createTelemark({
    storage,
    transport: capture(),
    from: "Shop <shop@example.com>",
    logLevel: "None"
  })

const serve = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** Something that is told once. */
const signal = () => {
  let tell = (): void => undefined
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  return {
    tell: () => {
      tell()
    },
    told
  }
}

const list = "GET /v1/emails HTTP/1.1\r\nHost: localhost\r\n\r\n"
const hello = { to: "ada@example.com", text: "x" }

/** Waiting for what never ends would take 30 seconds, which is more than a test has. */
describe("closing doesn't wait for a request of Node", () => {
  it("whose client had hung up before it came", async () => {
    const telemark = await open()
    const { tell, told } = signal()
    const port = await serve((request, response) => {
      response.once("close", () => {
        telemark.nodeHandler(request, response)
        tell()
      })
    })
    const connection = await openConnection(port)
    await connection.write(list)
    connection.reset()
    await told
    await telemark.close()
  })

  it("that the host had answered before", async () => {
    const telemark = await open()
    const { tell, told } = signal()
    const port = await serve((request, response) => {
      response
        .once("close", () => {
          telemark.nodeHandler(request, response)
          tell()
        })
        .writeHead(504)
        .end()
    })
    expect((await fetch(`http://127.0.0.1:${String(port)}/v1/emails`)).status).toBe(504)
    await told
    await telemark.close()
  })

  it("whose connection was lost while it stood behind another one", async () => {
    const telemark = await open()
    const { tell, told } = signal()
    const lost = signal()
    let seen = 0
    const port = await serve((request, response) => {
      if (seen++ === 0) request.socket.once("close", lost.tell)
      else telemark.nodeHandler(request, response)
      if (seen === 20) tell()
    })
    const connection = await openConnection(port)
    await connection.write(list.repeat(20))
    await told
    connection.reset()
    await lost.told
    await telemark.close()
  })
})

describe("closing waits for a request of Node", () => {
  it("whose client has hung up, until it is done", async () => {
    const folder = await mkdtemp(join(tmpdir(), "telemark-requests-"))
    onTestFinished(() => rm(folder, { recursive: true }))
    const storage = sqlite({ filename: join(folder, "mail.db") })
    const [arrived, letOn, hungUp] = [signal(), signal(), signal()]
    const telemark = await open(
      Layer.merge(
        storage,
        Layer.succeed(
          AroundAccept,
          (accept) => (send) =>
            Effect.andThen(
              Effect.promise(() => {
                arrived.tell()
                return letOn.told
              }),
              accept(send)
            )
        )
      )
    )
    const { key } = await telemark.apiKeys.create({ name: "website" })
    const port = await serve((request, response) => {
      response.once("close", hungUp.tell)
      telemark.nodeHandler(request, response)
    })
    const body = JSON.stringify(hello)
    const connection = await openConnection(port)
    await connection.write(
      `POST /v1/emails/send HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`
    )
    await arrived.told
    connection.reset()
    await hungUp.told
    const closed = telemark.close().then(() => "closed")
    const turns = (async () => {
      for (let turn = 0; turn < 50; turn++)
        await new Promise((resolve) => {
          setImmediate(resolve)
        })
    })()
    expect(await Promise.race([closed, turns])).toBeUndefined()
    letOn.tell()
    await closed
    await using again = await open(storage)
    expect((await again.emails.list()).data).toMatchObject([
      { recipient_email: "ada@example.com", status: "queued" }
    ])
  })
})

describe("a closed Telemark", () => {
  it("answers a client that is still sending, and doesn't break its connection", async () => {
    const telemark = await open()
    await telemark.close()
    const connection = await openConnection(await serve(telemark.nodeHandler))
    await connection.write(
      "POST /v1/emails/send HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: req-7\r\nContent-Length: 8000000\r\n\r\n"
    )
    expect(await connection.statuses(1)).toEqual([503])
    await connection.write("x".repeat(8_000_000))
    const received = await connection.closed()
    expect(connection.isBroken()).toBe(false)
    expect(received.toLowerCase()).toContain("\r\nconnection: close\r\n")
    expect(received).toContain("x-request-id: req-7\r\n")
  })
})
