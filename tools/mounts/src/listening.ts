import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import type { Telemark } from "telemark"
import type { Host, StartHost } from "./host.js"
import { openTelemark } from "./telemark.js"

/** How a host's server is ended once its tests are through. */
export interface Listening {
  readonly port: number
  readonly end: () => Promise<void>
}

/** Serves that on a free port of this machine. */
export const listen = async (listener: RequestListener): Promise<Listening> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    end: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      })
  }
}

/** Starts a host that `serve` makes around a Telemark, with the API at `path`. */
export const startWith =
  (serve: (telemark: Telemark) => Promise<Listening>, path = "/v1"): StartHost =>
  async (outside): Promise<Host> => {
    const { key, telemark } = await openTelemark(outside)
    const { end, port } = await serve(telemark)
    return {
      key,
      port,
      end,
      url: `http://127.0.0.1:${String(port)}${path}`,
      close: () => telemark.close()
    }
  }
