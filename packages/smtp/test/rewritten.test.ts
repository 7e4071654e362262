import { describe, expect, it } from "@effect/vitest"
import { connectTo } from "@telemark/network"
import { type SmtpPeer, smtpPeer } from "@telemark/testing"
import { Effect } from "effect"
import { makeTransport } from "../src/conversation/layerSmtp.js"
import { toRoute } from "../src/conversation/route.js"
import { guardTo, login, openOwnServers, serverAt } from "./ownServerSupport.js"
import { publish, verify } from "./signatures.js"
import { makeMessage } from "./support.js"

const rsa = publish("rsa")
const message = makeMessage({ signing: [rsa.key] })

const withDate = (source: string) =>
  source.replace(/^Date: .*/m, "Date: Fri, 20 Nov 2026 12:00:07 +0000")
const withId = (source: string) =>
  source.replace(/^Message-ID: .*/m, "Message-ID: <0102-000000@email.amazonses.com>")

/**
 * Which of the two fields may be written anew without breaking the signature of the only mail that
 * a peer has got.
 */
const freeIn = (peer: SmtpPeer) =>
  Effect.promise(async () => {
    const source = peer.mails[0]?.source.toString("utf8") ?? ""
    const changes = {
      date: withDate(source),
      "message-id": withId(source),
      both: withDate(withId(source))
    }
    const free: Array<string> = []
    expect(await verify(source, [rsa])).toStrictEqual(["pass example.com aligned"])
    for (const [name, changed] of Object.entries(changes)) {
      expect(changed).not.toBe(source)
      if ((await verify(changed, [rsa]))[0] === "pass example.com aligned") free.push(name)
    }
    return free
  })

const all = ["date", "message-id", "both"]

describe("a signature", () => {
  it.live.each([
    ["ses", all],
    ["Resend", all],
    ["postmark", ["message-id"]],
    ["sendgrid", []],
    ["mailgun", []],
    ["gmail", []],
    ["custom", []]
  ] as const)("over a tenant's own server of %s holds with another %j", ([provider, fields]) =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const { deliver } = yield* openOwnServers()
      yield* deliver(serverAt(peer.port, { provider }), message)
      expect(yield* freeIn(peer)).toStrictEqual(fields)
    })
  )

  it.live(
    "over a tenant's own server is made for its host, whatever the provider is called and however the host is written",
    () =>
      Effect.gen(function* () {
        const peer = yield* smtpPeer({ login })
        const { deliver } = yield* openOwnServers({}, guardTo(peer))
        yield* deliver(serverAt(587, { host: "Email-SMTP.eu-west-1.AmazonAWS.com." }), message)
        expect(yield* freeIn(peer)).toStrictEqual(all)
      })
  )

  it.live.each([
    ["email-smtp.eu-west-1.amazonaws.com", all],
    ["EMAIL-SMTP.us-east-1.amazonaws.com", all],
    ["smtp.resend.com", all],
    ["smtp.postmarkapp.com", ["message-id"]],
    ["mail.example.com", []]
  ] as const)("over the relay %s holds with another %j", ([host, fields]) =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const route = yield* Effect.fromResult(toRoute({ url: `smtp://${host}?tls=none` }))
      const { deliver } = yield* makeTransport({
        ...route,
        connect: (_, timeouts) => connectTo(["127.0.0.1"], peer.port, timeouts)
      })
      yield* deliver(message)
      expect(yield* freeIn(peer)).toStrictEqual(fields)
    })
  )
})

describe("the field that names a message in a provider's reports", () => {
  it.live.each([
    ["email-smtp.eu-west-1.amazonaws.com", "X-SES-MESSAGE-TAGS: telemark_id="],
    ["smtp.postmarkapp.com", "X-PM-Metadata-telemark-id: "]
  ] as const)("is in mail over the relay %s", ([host, field]) =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const route = yield* Effect.fromResult(toRoute({ url: `smtp://${host}?tls=none` }))
      const { deliver } = yield* makeTransport({
        ...route,
        connect: (_, timeouts) => connectTo(["127.0.0.1"], peer.port, timeouts)
      })
      yield* deliver(message)
      const source = peer.mails[0]?.source.toString("utf8") ?? ""
      expect(source).toContain(`${field}${message.id}\r\n`)
    })
  )
})
