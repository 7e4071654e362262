import { closedPort, cut, greylist, say, stall, startSmtpPeer } from "@telemark/testing"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { type Client, clientOf } from "./client.js"
import { eventually, serve, temporaryFolder } from "./harness.js"
import { arrivals, idOf, repeats, repeatsAreIdentical, sendMany } from "./mails.js"

const start = async (smtpUrl: string): Promise<Client> => {
  const folder = await temporaryFolder()
  const server = await serve({
    TELEMARK_DATABASE_URL: `sqlite:${join(folder, "mail.db")}`,
    TELEMARK_SMTP_URL: smtpUrl,
    TELEMARK_RETRY_SCHEDULE: "200ms",
    TELEMARK_FROM: "Shop <shop@example.com>"
  })
  return clientOf(server.url, server.key ?? "")
}

const peerWith = async (
  ...rules: NonNullable<NonNullable<Parameters<typeof startSmtpPeer>[0]>["rules"]>
) => {
  const peer = await startSmtpPeer({ rules })
  onTestFinished(() => peer.close())
  return peer
}

const sendTo = async (client: Client, recipient: string): Promise<string> =>
  (await client.send({ to: recipient, subject: "Hello", text: "Hello" })).body.queued[0]?.id ?? ""

describe("a mail server", () => {
  it("that is down gets its mail when it is up again", async () => {
    const port = await closedPort()
    const client = await start(`smtp://127.0.0.1:${String(port)}`)
    const id = await sendTo(client, "ada@example.com")
    await eventually(async () => {
      expect(await client.email(id)).toMatchObject({
        status: "deferred",
        smtp_response: null,
        error_message: expect.stringContaining("refused the connection"),
        next_attempt_at: expect.any(String)
      })
    })
    const peer = await startSmtpPeer({ port })
    onTestFinished(() => peer.close())
    await eventually(async () => {
      expect((await client.email(id)).status).toBe("sent")
    })
    expect(peer.mails.map(idOf)).toEqual([id])
  })

  it("that stalls on one mail gets the others meanwhile", async () => {
    const peer = await peerWith(stall("rcpt", { to: "slow" }))
    const client = await start(peer.url)
    const slow = await sendTo(client, "slow@example.com")
    await peer.until(({ commands }) => commands.some((line) => line.includes("slow@")))
    const ids = await sendMany(client, 40)
    await eventually(async () => {
      for (const id of ids) expect((await client.email(id)).status).toBe("sent")
    })
    expect((await client.email(slow)).status).toBe("sending")
  })

  it("that hangs up after the final dot gets the same mail again, and the outcome is reported as unknown", async () => {
    const peer = await peerWith(cut("end_of_data", "fin", { keep: true, times: 1 }))
    const client = await start(peer.url)
    const id = await sendTo(client, "ada@example.com")
    await eventually(async () => {
      expect(await client.email(id)).toMatchObject({ status: "sent", attempts: 2 })
    })
    expect(peer.mails.map(idOf)).toEqual([id, id])
    expect(repeatsAreIdentical(peer)).toBe(true)
  })

  it("that hangs up before the final dot gets the mail once", async () => {
    const peer = await peerWith(cut("data", "rst", { times: 1 }))
    const client = await start(peer.url)
    const id = await sendTo(client, "ada@example.com")
    await eventually(async () => {
      expect(await client.email(id)).toMatchObject({ status: "sent", attempts: 2 })
    })
    expect(repeats(peer)).toBe(0)
  })

  it("that greylists takes the mail at a later attempt", async () => {
    const peer = await peerWith(greylist(2))
    const client = await start(peer.url)
    const id = await sendTo(client, "ada@example.com")
    await eventually(async () => {
      expect(await client.email(id)).toMatchObject({ status: "sent", attempts: 3 })
    })
    expect(arrivals(peer).get(id)).toBe(1)
  })

  it("that knows no such user bounces the mail, and the address is not mailed again", async () => {
    const peer = await peerWith(say("rcpt", "550 5.1.1 No such user", { to: "nobody" }))
    const client = await start(peer.url)
    const id = await sendTo(client, "nobody@example.com")
    await eventually(async () => {
      expect(await client.email(id)).toMatchObject({
        status: "bounced",
        attempts: 1,
        smtp_response: "550 5.1.1 No such user"
      })
    })
    expect((await client.get("/suppressions/check/nobody%40example.com")).body).toMatchObject({
      suppressed: true,
      reason: "bounce"
    })
    expect((await client.send({ to: "Nobody@Example.com", text: "x" })).body).toMatchObject({
      queued: [],
      suppressed: ["Nobody@Example.com"]
    })
  })

  it("that refuses by policy bounces the mail, and no recipient is suppressed", async () => {
    const peer = await peerWith(say("end_of_data", "554 5.7.1 Listed by a block list"))
    const client = await start(peer.url)
    const id = await sendTo(client, "ada@example.com")
    await eventually(async () => {
      expect((await client.email(id)).status).toBe("bounced")
    })
    expect((await client.get("/suppressions/check/ada%40example.com")).body).toMatchObject({
      suppressed: false
    })
  })
})

describe("25 equal Idempotency-Keys at once", () => {
  it("are one send", async () => {
    const peer = await peerWith()
    const client = await start(peer.url)
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        client.send({ to: "ada@example.com", text: "once" }, { "idempotency-key": "the-key" })
      )
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 24 }, () => 200),
      201
    ])
    const ids = new Set(answers.flatMap(({ body }) => body.queued.map(({ id }) => id)))
    expect(ids.size).toBe(1)
    const [id = ""] = ids
    await eventually(async () => {
      expect((await client.email(id)).status).toBe("sent")
    })
    const [last = ""] = await sendMany(client, 1)
    await eventually(async () => {
      expect((await client.email(last)).status).toBe("sent")
    })
    expect(peer.mails.map(idOf)).toEqual([id, last])
  })
})
