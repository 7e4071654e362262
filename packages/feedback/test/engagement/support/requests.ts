import { deriveKeys, StoredKeys } from "@telemark/core"
import { createTestTelemark, type TestTelemark } from "@telemark/testing"
import { Effect, Layer } from "effect"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { clickEnd, clickStart } from "../../../src/links/clickToken.js"
import { linkToken } from "../../../src/links/linkToken.js"

export const secret = Buffer.alloc(32, "tracking").toString("base64")

const noKeys = Layer.succeed(StoredKeys, {
  keys: Effect.succeed(undefined),
  update: () => Effect.succeed([])
})

/** The key of links of a secret. */
export const keyOf = (of = secret): Promise<Uint8Array> =>
  Effect.runPromise(
    Effect.provide(
      Effect.map(deriveKeys("links", of), ([key]) => key),
      noKeys
    )
  )

export const email_id = "em_0190f3a4b5c67d8e9fa0b1c2d3e4f5a6"

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface Asked {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Host {
  readonly telemark: TestTelemark
  /** Sends the path as it is: `fetch` would tidy it up. */
  readonly ask: (path: string, how?: Asked) => Promise<Answered>
  readonly close: () => Promise<void>
}

export type HostName = "nodeHandler" | "webHandler"
export const hosts: ReadonlyArray<HostName> = ["nodeHandler", "webHandler"]

const asText = (headers: NodeJS.Dict<string | ReadonlyArray<string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const askPort =
  (port: number) =>
  (path: string, { headers = {}, method = "GET" }: Asked = {}): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const asked = request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
        const parts: Array<Buffer> = []
        response.on("data", (part: Buffer) => parts.push(part))
        response.on("end", () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: asText(response.headers),
            body: Buffer.concat(parts)
          })
        })
      })
      asked.once("error", reject)
      asked.end()
    })

/** A Telemark behind one of the handlers, as applications serve it. */
export const startHost = async (
  name: HostName,
  options: Parameters<typeof createTestTelemark>[0] = {}
): Promise<Host> => {
  const telemark = await createTestTelemark({ secret, ...options })
  if (name === "webHandler") {
    return {
      telemark,
      close: () => telemark.close(),
      ask: async (path, { headers = {}, method = "GET" } = {}) => {
        const response = await telemark.fetch(
          new Request(`https://mail.example.com${path}`, { method, headers, redirect: "manual" })
        )
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: Buffer.from(await response.arrayBuffer())
        }
      }
    }
  }
  const server = createServer(telemark.nodeHandler)
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  return {
    telemark,
    ask: askPort((server.address() as AddressInfo).port),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await telemark.close()
    }
  }
}

/** The token of a click on a link in a mail of one tenant. */
export const clickBy = (
  by: Uint8Array,
  destination: string,
  id: string,
  tenant_id = `tn_${"0".repeat(32)}`
): string => clickStart(by, { email_id: id, tenant_id }) + clickEnd(by, { destination, tenant_id })

const key = await keyOf()
export const clickOn = (destination: string, id = email_id): string => clickBy(key, destination, id)
export const openOf = (id = email_id): string => linkToken(key, "open", id)
export const pageOf = (id = email_id): string => linkToken(key, "page", id)
