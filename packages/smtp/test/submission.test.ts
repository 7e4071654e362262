import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { connect } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { GatheredOctets } from "../src/submission/GatheredOctets.js"
import { submissionLimits } from "../src/submission/listenForSubmissions.js"
import { SubmissionServer, type SubmittedMail } from "../src/submission/SubmissionServer.js"

const serve = async (limits = {}) => {
  const held = { octets: 0 }
  const mails: Array<SubmittedMail> = []
  const server = new SubmissionServer(
    {
      limits: { ...submissionLimits, ...limits },
      certificate: undefined,
      isSecure: false,
      isLocal: true,
      drain: 1000,
      held
    },
    {
      refused: () => {},
      now: () => 0,
      after: () => () => {},
      authenticate: (_, then) => {
        then(undefined)
      },
      submit: (mail, then) => {
        mails.push(mail)
        then("Queued")
      }
    }
  )
  server.listen(0, "127.0.0.1")
  await once(server.server, "listening")
  close = () => new Promise((resolve) => server.close(() => resolve()))
  return { held, mails, port: (server.server.address() as AddressInfo).port }
}

let close = (): Promise<void> => Promise.resolve()
afterEach(() => close())

const begin =
  "EHLO a\r\nAUTH PLAIN AHRlbGVtYXJrAGtleQ==\r\nMAIL FROM:<a@b.cc>\r\nRCPT TO:<a@b.cc>\r\nDATA\r\n"

/** Sends all at once after the greeting, and waits for a reply. */
const talk = async (port: number, given: string, until: RegExp) => {
  let text = given
  const socket = connect({ port, host: "127.0.0.1" })
  let said = ""
  const found = new Promise<void>((resolve) => {
    socket.on("data", (octets) => {
      said += octets.toString("latin1")
      if (text !== "" && said.startsWith("220")) socket.write(text)
      if (said.startsWith("220")) text = ""
      if (until.test(said)) resolve()
    })
    socket.on("close", () => resolve())
    socket.on("error", () => {})
  })
  await found
  return { said, socket }
}

describe("the submission server", () => {
  it("holds nothing of mail that was broken off, nor of mail that is over", async () => {
    const { held, mails, port } = await serve()
    for (let n = 0; n < 4; n++) {
      const { socket } = await talk(port, begin, /354 /)
      socket.write("x".repeat(100_000))
      while (held.octets < 90_000) await new Promise(setImmediate)
      if (n % 2 === 0) socket.destroy()
      else socket.end()
      while (held.octets > 0) await new Promise(setImmediate)
    }
    const { said, socket } = await talk(port, `${begin}\r\nx\r\n.\r\n`, /Queued/)
    expect(said).toContain("250 2.6.0 Queued")
    socket.destroy()
    expect(mails).toHaveLength(1)
    expect(held.octets).toBe(0)
  })

  it("refuses for now what would be more than it may hold, and takes the next mail", async () => {
    const { held, port } = await serve({ held: 1000 })
    const { said, socket } = await talk(
      port,
      `${begin}${"x".repeat(2000)}\r\n.\r\n${begin.split("\r\n").slice(2).join("\r\n")}\r\nx\r\n.\r\n`,
      /Queued/
    )
    expect(said).toMatch(/452 .*try again later[^]*Queued/)
    socket.destroy()
    expect(held.octets).toBe(0)
  })

  it("gathers the pieces of a mail of dots", () => {
    const gathered = new GatheredOctets()
    const pieces = [
      ...Array.from({ length: 100_000 }, (_, n) => Buffer.from(`${String(n)}\r\n`)),
      Buffer.alloc(5000, "y"),
      Buffer.from("end")
    ]
    for (const piece of pieces) gathered.add(piece)
    expect(gathered.count).toBeLessThan(20)
    expect(gathered.take().equals(Buffer.concat(pieces))).toBe(true)
    expect(gathered.count).toBe(0)
  })
})
