import { createServer, request as ask } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"

/** A reverse proxy, whose address is known before the server behind it has one. */
export const startFront = async () => {
  let port = 0
  const server = createServer((request, response) => {
    const { headers, method, url } = request
    const onward = ask({ host: "127.0.0.1", port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on("error", () => {
      response.destroy()
    })
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    leadTo: (url: string): void => {
      port = Number(new URL(url).port)
    }
  }
}
