import { connect, type Socket } from "node:net"

/** A connection whose octets the test writes itself. */
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
  socket.on("error", () => { changed() })
  socket.on("close", () => {
    isClosed = true
    changed()
  })
  await new Promise<void>((resolve) => { socket.once("connect", resolve) })

  /** Waits until what was received says so, or nothing more can come. */
  const until = async (isEnough: (received: string) => boolean): Promise<string> => {
    while (!isEnough(received) && !isClosed) await new Promise<void>((resolve) => { changed = resolve })
    return received
  }
  const answers = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
  return {
    socket,
    /** Resolves once the octets are on their way; also if the server closes meanwhile. */
    write: (text: string | Uint8Array) => new Promise<void>((resolve) => { socket.write(text, () => { resolve() }) }),
    /** The statuses of the first so many answers, each with its whole body. */
    statuses: async (count: number) =>
      answers(await until((text) => answers(text).length >= count && text.trimEnd().endsWith("}"))),
    received: () => received,
    closed: async () => {
      await until(() => false)
      return received
    },
    destroy: () => socket.destroy()
  }
}
