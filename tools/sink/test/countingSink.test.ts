import { countingSink } from "@telemark-tools/sink"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { connect } from "node:net"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const mailTo = (recipient: string): string =>
  `MAIL FROM:<shop@example.com> SIZE=5\r\nRCPT TO:<${recipient}>\r\nDATA\r\n..dot\r\nx\r\n.\r\n`

it("prints its port, takes mail in pieces of any size and counts it", async () => {
  const process = spawn("node", ["--import", "tsx", fileURLToPath(countingSink)], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  const lines = createInterface({ input: process.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<number> =>
    Number(((await lines.next()) as { readonly value: string }).value)
  const port = await next()
  const socket = connect(port, "127.0.0.1").setNoDelay(true)
  for (const byte of `EHLO me\r\n${mailTo("a@example.org")}`) socket.write(byte)
  socket.write(`${mailTo("b@example.org")}${mailTo("c@example.org")}QUIT\r\n`)
  socket.resume()
  await once(socket, "close")
  process.stdin.write("\n")
  expect(await next()).toBe(3)
  process.stdin.end()
  await once(process, "exit")
})
