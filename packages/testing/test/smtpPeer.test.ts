import {
  closedPort,
  cut,
  cutAfterFinalDot,
  defer,
  greylist,
  refuse,
  say,
  type SmtpPeer,
  type SmtpPeerOptions,
  stall,
  startSmtpPeer
} from "@telemark/testing"
import { once } from "node:events"
import { connect } from "node:net"
import { afterEach, describe, expect, it } from "vitest"

const open: Array<SmtpPeer> = []
const start = async (options?: SmtpPeerOptions): Promise<SmtpPeer> => {
  const peer = await startSmtpPeer(options)
  open.push(peer)
  return peer
}
afterEach(() => Promise.all(open.splice(0).map((peer) => peer.close())))

/** Sends these bytes at once, and answers with all that came until the server hung up. */
const converse = async (port: number, text: string): Promise<ReadonlyArray<string>> => {
  const socket = connect(port, "127.0.0.1")
  let heard = ""
  socket.on("error", () => {})
  socket.on("data", (chunk: Buffer) => {
    heard += chunk.toString()
  })
  socket.write(text)
  await once(socket, "close")
  return heard.split("\r\n").filter((line) => line !== "")
}

const mailTo = (...recipients: ReadonlyArray<string>): string =>
  `MAIL FROM:<shop@example.com> SIZE=5\r\n${recipients.map((to) => `RCPT TO:<${to}>\r\n`).join("")}DATA\r\n..dot\r\nx\r\n.\r\n`

describe("the SMTP peer", () => {
  it("accepts mail, unstuffs its dots and records it with its envelope", async () => {
    const peer = await start()
    const replies = await converse(
      peer.port,
      `EHLO me\r\n${mailTo("a@example.org", "b@example.org")}QUIT\r\n`
    )
    expect(replies.map((line) => line.slice(0, 3)).join(" ")).toBe(
      "220 250 250 250 250 250 250 250 354 250 221"
    )
    expect(peer.mails).toMatchObject([
      {
        envelope: { from: "shop@example.com", to: ["a@example.org", "b@example.org"] },
        parameters: "SIZE=5",
        connection: 1,
        isSecure: false,
        user: null
      }
    ])
    expect(peer.mails[0]?.source.toString()).toBe(".dot\r\nx\r\n")
    await peer.until(({ connections }) => connections.open === 0)
    expect(peer.connections).toStrictEqual({ total: 1, open: 0, peak: 1 })
  })

  it("applies the first rule that matches, as often as the rule says", async () => {
    const peer = await start({
      rules: [greylist(1, { to: "Slow" }), say("rcpt", "550 5.1.1 No", { to: "nobody" })]
    })
    const rcpts =
      "RCPT TO:<nobody@example.org>\r\nRCPT TO:<slow@example.org>\r\nRCPT TO:<slow@example.org>\r\n"
    const replies = await converse(peer.port, `MAIL FROM:<>\r\n${rcpts}DATA\r\n.\r\nQUIT\r\n`)
    expect(replies.slice(2, 5).map((line) => line.slice(0, 3))).toStrictEqual(["550", "451", "250"])
    expect(peer.mails.map(({ envelope, source }) => [envelope.to, source.length])).toStrictEqual([
      [["slow@example.org"], 0]
    ])
  })

  it("refuses a recipient permanently or temporarily, by its address or its local part", async () => {
    const peer = await start({
      rules: [
        refuse("Nobody@example.org"),
        defer("busy"),
        refuse("full", "552 5.2.2 Full", { times: 1 })
      ]
    })
    const rcpts = [
      "nobody@example.org",
      "nobody@example.net",
      "BUSY@example.org",
      "full@example.org",
      "full@example.org"
    ]
    const replies = await converse(
      peer.port,
      `MAIL FROM:<>\r\n${rcpts.map((to) => `RCPT TO:<${to}>\r\n`).join("")}QUIT\r\n`
    )
    expect(replies.slice(2, -1)).toStrictEqual([
      "550 5.1.1 No such user",
      "250 2.1.5 Ok",
      "451 4.3.0 Try again later",
      "552 5.2.2 Full",
      "250 2.1.5 Ok"
    ])
  })

  it.each([
    ["greeting", 0, []],
    ["mail", 1, ["220"]],
    ["rcpt", 2, ["220", "250"]],
    ["data", 3, ["220", "250", "250"]],
    ["end_of_data", 3, ["220", "250", "250", "354"]]
  ] as const)(
    "stops answering at %s, and keeps the connection open",
    async (stage, heard, said) => {
      const peer = await start({ rules: [stall(stage)] })
      const conversation = converse(peer.port, mailTo("a@example.org"))
      await peer.until(
        ({ commands, connections }) => connections.open === 1 && commands.length === heard
      )
      peer.dropConnections()
      expect((await conversation).map((line) => line.slice(0, 3))).toStrictEqual(said)
      expect(peer.mails).toHaveLength(0)
    }
  )

  it("hangs up after the final dot as often as configured, so that the sender sends the mail twice", async () => {
    const peer = await start({ rules: [cutAfterFinalDot({ keep: true, times: 1 })] })
    expect((await converse(peer.port, mailTo("a@example.org"))).at(-1)).toMatch(/^354/)
    expect((await converse(peer.port, `${mailTo("a@example.org")}QUIT\r\n`)).at(-2)).toMatch(
      /^250 2.0.0/
    )
    expect(peer.mails).toHaveLength(2)
  })

  it("is closed at the end of the block that uses it, and can be closed twice", async () => {
    let port = 0
    {
      await using peer = await startSmtpPeer()
      port = peer.port
      await peer.close()
    }
    const [error] = (await once(connect(port, "127.0.0.1"), "error")) as [NodeJS.ErrnoException]
    expect(error.code).toBe("ECONNREFUSED")
  })

  it.each([
    [true, 1],
    [false, 0]
  ])("hangs up after the final dot, the mail kept: %s", async (keep, mails) => {
    const peer = await start({ rules: [cut("end_of_data", "fin", { keep })] })
    const replies = await converse(peer.port, mailTo("a@example.org"))
    expect(replies.at(-1)).toMatch(/^354/)
    expect(peer.mails).toHaveLength(mails)
  })

  it("requires its login, and stores no password", async () => {
    const peer = await start({ login: { user: "ada", password: "s3cret" } })
    const login = Buffer.from("\0ada\0s3cret").toString("base64")
    const replies = await converse(
      peer.port,
      `MAIL FROM:<>\r\nAUTH PLAIN ${login}\r\n${mailTo("a@example.org")}QUIT\r\n`
    )
    expect(replies.slice(1, 3).map((line) => line.slice(0, 3))).toStrictEqual(["530", "235"])
    expect(peer.mails[0]?.user).toBe("ada")
    expect(peer.commands).toContain("AUTH PLAIN")
    expect(peer.url).toBe(`smtp://ada:s3cret@127.0.0.1:${String(peer.port)}`)
  })

  it("reports it when what is waited for doesn't come", async () => {
    const peer = await start()
    await expect(peer.until(({ mails }) => mails.length > 0, 10)).rejects.toThrow("within 10 ms")
  })

  it("has a port on which nobody listens", async () => {
    const socket = connect(await closedPort(), "127.0.0.1")
    const [error] = (await once(socket, "error")) as [NodeJS.ErrnoException]
    expect(error.code).toBe("ECONNREFUSED")
  })
})
