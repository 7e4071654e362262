import { capture, smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { startSmtpPeer } from "@telemark/testing"
import { Effect, Layer } from "effect"
import { connect } from "node:net"
import { createTelemark, Telemark, type TelemarkOptions } from "telemark"
import { describe, expect, it } from "vitest"

const host = "bounces.shop.example"

const base = (): TelemarkOptions => ({
  storage: sqlite({ filename: ":memory:" }),
  transport: capture(),
  from: "Shop <orders@shop.example>",
  returnPath: { host },
  logLevel: "None"
})

const bounce = `From: MAILER-DAEMON@far.example
Content-Type: multipart/report; boundary=b

--b
Content-Type: message/delivery-status

Final-Recipient: rfc822; ada@far.example
Action: failed
Status: 5.1.1
--b--
`

/** Delivers a bounce as a mail server does, and returns the last reply. */
const deliverBounce = (port: number, to: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const steps = [
      "EHLO far.example",
      "MAIL FROM:<>",
      `RCPT TO:<${to}>`,
      "DATA",
      `${bounce.replace(/\n/g, "\r\n")}.`
    ]
    const socket = connect({ port, host: "127.0.0.1" })
    socket.on("error", reject)
    socket.on("data", (bytes: Buffer) => {
      const reply = bytes.toString()
      const next = /^[23]/.test(reply) ? steps.shift() : undefined
      if (next === undefined)
        socket.end(() => {
          resolve(reply)
        })
      else socket.write(`${next}\r\n`)
    })
  })

describe("a listener for bounces in a host application", () => {
  it("suppresses the recipient of a mail whose bounce comes back to the address that it was sent from", async () => {
    await using peer = await startSmtpPeer()
    await using telemark = await createTelemark({
      ...base(),
      transport: smtp({ url: `${peer.url}?tls=none` })
    })
    const { port } = await telemark.startBounceListener({ port: 0, host: "127.0.0.1" })
    const {
      queued: [queued]
    } = await telemark.emails.send({ to: "ada@far.example", text: "Hello" })
    await telemark.deliverDue()
    const returnPath = peer.mails[0]?.envelope.from ?? ""
    expect(returnPath).toMatch(/^b\+[a-z2-7]{39}@bounces\.shop\.example$/)
    expect(await deliverBounce(port, returnPath)).toMatch(/^250 /)
    expect(await telemark.emails.get(queued?.id ?? "")).toMatchObject({
      status: "bounced",
      failure_code: "invalid_recipient"
    })
    expect(await telemark.suppressions.check("ada@far.example")).toMatchObject({
      suppressed: true,
      reason: "bounce"
    })
    expect(await deliverBounce(port, `b+${"a".repeat(39)}@${host}`)).toMatch(/^550 5\.1\.1 /)
  })

  it("closes with it, or before", async () => {
    const telemark = await createTelemark(base())
    const [first, second] = await Promise.all([
      telemark.startBounceListener({ port: 0, host: "127.0.0.1" }),
      telemark.startBounceListener({ port: 0, host: "127.0.0.1" })
    ])
    await first.close()
    await expect(deliverBounce(first.port, `postmaster@${host}`)).rejects.toThrow("ECONNREFUSED")
    expect(await deliverBounce(second.port, `postmaster@${host}`)).toMatch(/^250 /)
    await telemark.close()
    await expect(deliverBounce(second.port, `postmaster@${host}`)).rejects.toThrow("ECONNREFUSED")
    await expect(telemark.startBounceListener({ port: 0 })).rejects.toThrow("closed")
  })

  it("says what is wrong with its options, its port and its certificate", async () => {
    await using telemark = await createTelemark(base())
    const { port } = await telemark.startBounceListener({ port: 0, host: "127.0.0.1" })
    await expect(telemark.startBounceListener({ port, host: "127.0.0.1" })).rejects.toMatchObject({
      _tag: "BounceListenFailed",
      reason: "EADDRINUSE"
    })
    await expect(telemark.startBounceListener({ port: 70_000 })).rejects.toMatchObject({
      _tag: "ValidationFailed",
      details: { port: [expect.any(String)] }
    })
    await expect(telemark.startBounceListener({ prt: 25 } as never)).rejects.toMatchObject({
      _tag: "ValidationFailed",
      details: { prt: [expect.any(String)] }
    })
    const tls = { certFile: "/nowhere/cert.pem", keyFile: "/nowhere/key.pem" }
    await expect(telemark.startBounceListener({ port: 0, host: "127.0.0.1", tls })).rejects.toThrow(
      "/nowhere/cert.pem with the key /nowhere/key.pem"
    )
    await using without = await createTelemark({ ...base(), returnPath: undefined })
    await expect(without.startBounceListener({ port: 0 })).rejects.toMatchObject({
      details: { returnPath: [expect.stringContaining("bounce.example.com") as unknown] }
    })
  })

  it("is an option of Telemark.layer", async () => {
    const { logLevel: _, ...options } = base()
    await using taken = await createTelemark(base())
    const { port } = await taken.startBounceListener({ port: 0, host: "127.0.0.1" })
    const build = (bounces: { readonly port: number; readonly host: string }) =>
      Effect.runPromise(
        Effect.result(Effect.scoped(Layer.build(Telemark.layer({ ...options, bounces } as never))))
      )
    expect(await build({ port: 0, host: "127.0.0.1" })).toMatchObject({ _tag: "Success" })
    expect(await build({ port, host: "127.0.0.1" })).toMatchObject({
      _tag: "Failure",
      failure: { _tag: "BounceListenFailed" }
    })
  })
})
