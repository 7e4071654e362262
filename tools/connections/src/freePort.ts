import { once } from "node:events"
import { createServer } from "node:net"

/**
 * A port of the loopback interface that nobody listens on, for a program that takes its port as a
 * setting.
 */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("there is no port")
  return address.port
}
