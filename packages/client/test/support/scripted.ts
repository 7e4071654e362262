import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"

/** A request that arrived. */
export interface Arrived {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** What is done with a request. */
export type Step = (response: ServerResponse, request: IncomingMessage) => void

/** Answers with JSON. */
export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Step =>
  (response) => {
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(body))
  }

/** Answers as a proxy does whose server is away. */
export const html =
  (status: number, headers: Readonly<Record<string, string>> = {}): Step =>
  (response) => {
    response
      .writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers })
      .end("<html><body><h1>Bad Gateway</h1></body></html>")
  }

/** Hangs up without an answer. */
export const reset: Step = (response) => {
  response.socket?.resetAndDestroy()
}

/** Never answers. */
export const stall: Step = () => undefined

/** Sends a head, then nothing more. */
export const stallInBody: Step = (response) => {
  response.writeHead(200, { "content-type": "application/json" }).write('{"data":')
}

/** Hangs up in the middle of an answer whose length it had told. */
export const cut: Step = (response) => {
  response
    .writeHead(200, { "content-type": "application/json", "content-length": "1000" })
    .write('{"data":[', () => response.destroy())
}

/** Ends in the middle of an answer, as if it were whole. */
export const half: Step = (response) => {
  response.writeHead(200, { "content-type": "application/json" }).end('{"data":[')
}

/** A server that does with each request what the script says, the last step for all that follow. */
export const startScripted = async (...script: ReadonlyArray<Step>) => {
  const requests: Array<Arrived> = []
  const hangUps: Array<number> = []
  const server = createServer((request, response) => {
    const number = requests.length
    const arrived = {
      method: request.method ?? "",
      url: request.url ?? "",
      headers: request.headers
    }
    const step = script[Math.min(number, script.length - 1)]
    let body = ""
    request.setEncoding("utf8").on("data", (part: string) => {
      body += part
    })
    request.on("end", () => {
      requests.push({ ...arrived, body })
      response.on("close", () => {
        if (!response.writableFinished) hangUps.push(number)
      })
      step?.(response, request)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      })
  )
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${String(port)}/v1`, requests, hangUps, server }
}
