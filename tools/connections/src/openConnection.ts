import { connect, type Socket } from "node:net"
import { statusesOf } from "./answers.js"

/** Opens a connection to a port of this machine. */
export const openConnection = async (port: number) => {
  const socket: Socket = connect(port, "127.0.0.1")
  let received = ""
  let isClosed = false
  let changed: () => void = () => undefined
  socket.setEncoding("latin1")
  socket.on("data", (chunk: string) => {
    received += chunk
    changed()
  })
  socket.on("error", () => {
    changed()
  })
  socket.on("close", () => {
    isClosed = true
    changed()
  })
  await new Promise<void>((resolve) => {
    socket.once("connect", resolve)
  })

  /** Waits until what was received says so, or nothing more can come. */
  const until = async (isEnough: (received: string) => boolean): Promise<string> => {
    while (!isEnough(received) && !isClosed)
      await new Promise<void>((resolve) => {
        changed = resolve
      })
    return received
  }
  return {
    /** Resolves once the octets are on their way; also if the server closes meanwhile. */
    write: (text: string | Uint8Array) =>
      new Promise<void>((resolve) => {
        socket.write(text, () => {
          resolve()
        })
      }),
    /** The statuses of the first so many answers, each with its whole body. */
    statuses: async (count: number) =>
      statusesOf(await until((text) => statusesOf(text).length >= count)),
    /** Resolves once the server says that it wants the body (RFC 9110 10.1.1). */
    untilContinue: () => until((text) => text.includes("HTTP/1.1 100 ")),
    /** All that was received, once the server has closed the connection. */
    closed: () => until(() => false),
    /** Whether it broke, as one does whose other end was closed before it had read everything. */
    isBroken: () => socket.errored !== null,
    /** Sends no more; answers are still received. */
    end: () => socket.end(),
    destroy: () => socket.destroy(),
    /** Ends it with a RST (RFC 9293 3.5.2), whatever is under way. */
    reset: () => socket.resetAndDestroy()
  }
}
