import { describe, expect, it } from "@effect/vitest"
import { type OutgoingMessage, type ReturnPath, toXtext } from "@telemark/core"
import { cut, refuse, say, smtpPeer, type SmtpPeerOptions } from "@telemark/testing"
import { Effect } from "effect"
import { makeMessage, open } from "./support.js"

const return_path: ReturnPath = { address: "b+token@bounce.example.net", reports_success: false }
const id = "em_0199a0b0c0d07000800000000000000b"

const withPath = (message: Partial<OutgoingMessage> = {}): OutgoingMessage =>
  makeMessage({ return_path, ...message })

/**
 * Sends messages one after the other. Returns their outcomes, the commands that the server got but
 * SIZE, and the mail that it accepted.
 */
const sent = (options: SmtpPeerOptions, ...messages: ReadonlyArray<OutgoingMessage>) =>
  Effect.gen(function* () {
    const peer = yield* smtpPeer(options)
    const { deliver } = yield* open({ url: peer.url, connections: 1 })
    const outcomes = yield* Effect.forEach(messages, deliver)
    return {
      outcomes,
      commands: peer.commands.filter((line) => /^(?:MAIL|RCPT|RSET)/.test(line)),
      mails: peer.mails,
      connections: peer.connections.total
    }
  })

const plainRcpt = "RCPT TO:<ada@example.org>"
const asked = [
  `MAIL FROM:<b+token@bounce.example.net> RET=HDRS ENVID=${id}`,
  "RCPT TO:<ada@example.org> NOTIFY=FAILURE,DELAY ORCPT=rfc822;ada@example.org"
]
const unasked = ["MAIL FROM:<b+token@bounce.example.net>", plainRcpt]

describe.each([
  ["pipelining", true],
  ["one command after the other", false]
])("a message with a return path, %s", (_, pipelining) => {
  it.live("has it as its envelope sender, and its sender in the header alone", () =>
    Effect.gen(function* () {
      const { commands, mails } = yield* sent({ pipelining }, withPath())
      expect(commands).toEqual(unasked)
      expect(mails.map(({ envelope }) => envelope)).toEqual([
        { from: "b+token@bounce.example.net", to: ["ada@example.org"] }
      ])
      const head = mails[0]?.source.toString("utf8").split("\r\n\r\n")[0] ?? ""
      expect(head).toContain("From: Shop <shop@example.com>\r\n")
      expect(head).not.toContain("b+token")
    })
  )

  it.live("asks a server that offers DSN for reports on failures and delays", () =>
    Effect.gen(function* () {
      expect((yield* sent({ pipelining, dsn: true }, withPath())).commands).toEqual(asked)
    })
  )

  it.live("asks for reports on deliveries as well if they are wanted", () =>
    Effect.gen(function* () {
      const { commands } = yield* sent(
        { pipelining, dsn: true },
        withPath({ return_path: { ...return_path, reports_success: true } })
      )
      expect(commands[1]).toBe(
        "RCPT TO:<ada@example.org> NOTIFY=SUCCESS,FAILURE,DELAY ORCPT=rfc822;ada@example.org"
      )
    })
  )

  it.live.each([
    "501 5.5.4 Syntax error in parameters",
    "504 5.5.4 Not implemented",
    "555 5.5.4 Unsupported option"
  ])(
    "is sent without asking for reports if the server offers DSN and then answers MAIL with %s, and so are all later ones",
    (reply) =>
      Effect.gen(function* () {
        const { commands, connections, mails, outcomes } = yield* sent(
          { pipelining, dsn: true, rules: [say("mail", reply, { times: 1 })] },
          withPath(),
          withPath()
        )
        expect(outcomes.map(({ _tag }) => _tag)).toEqual(["Accepted", "Accepted"])
        expect(commands).toEqual([
          ...(pipelining ? asked : asked.slice(0, 1)),
          "RSET",
          ...unasked,
          ...unasked
        ])
        expect([mails.length, connections]).toEqual([2, 1])
      })
  )

  it.live("is sent without asking for reports if the server refuses the parameters of RCPT", () =>
    Effect.gen(function* () {
      const { commands, outcomes } = yield* sent(
        {
          pipelining,
          dsn: true,
          rules: [say("rcpt", "555 5.5.4 Unsupported option: NOTIFY", { times: 1 })]
        },
        withPath()
      )
      expect(outcomes[0]?._tag).toBe("Accepted")
      expect(commands).toEqual([...asked, "RSET", ...unasked])
    })
  )

  it.live(
    "is refused once the server refuses it without parameters too, and the next one asks for reports again",
    () =>
      Effect.gen(function* () {
        const { commands, outcomes } = yield* sent(
          {
            pipelining,
            dsn: true,
            rules: [refuse("bad@example.org", "501 5.1.3 Bad recipient address syntax")]
          },
          withPath({ recipient: "bad@example.org" }),
          withPath()
        )
        expect(outcomes).toMatchObject([
          {
            _tag: "Refused",
            stage: "rcpt",
            reply: { code: 501, enhanced: "5.1.3", text: "Bad recipient address syntax" }
          },
          { _tag: "Accepted" }
        ])
        expect(commands.filter((line) => line.startsWith("RCPT"))).toEqual([
          "RCPT TO:<bad@example.org> NOTIFY=FAILURE,DELAY ORCPT=rfc822;bad@example.org",
          "RCPT TO:<bad@example.org>",
          asked[1]
        ])
      })
  )

  it.live(
    "is sent over a new connection if the server hangs up after it refused the parameters",
    () =>
      Effect.gen(function* () {
        const { connections, mails, outcomes } = yield* sent(
          {
            pipelining,
            dsn: true,
            rules: [say("mail", "555 5.5.4 Unsupported option", { times: 1 }), cut("rset")]
          },
          withPath()
        )
        expect(outcomes[0]?._tag).toBe("Accepted")
        expect([mails.length, connections]).toEqual([1, 2])
      })
  )
})

describe("a server that offers DSN", () => {
  it.live(
    "isn't asked for anything about a message without a return path, and its 501 is the outcome",
    () =>
      Effect.gen(function* () {
        const { commands, outcomes } = yield* sent(
          { dsn: true, rules: [say("mail", "501 5.5.4 No")] },
          makeMessage()
        )
        expect(outcomes).toMatchObject([{ _tag: "Refused", stage: "mail", reply: { code: 501 } }])
        expect(commands).toEqual(["MAIL FROM:<shop@example.com>", plainRcpt])
      })
  )

  it.live("gets no other form of a recipient that isn't ASCII", () =>
    Effect.gen(function* () {
      const { commands } = yield* sent({ dsn: true }, withPath({ recipient: "jörg@example.org" }))
      expect(commands).toEqual([
        `MAIL FROM:<b+token@bounce.example.net> SMTPUTF8 RET=HDRS ENVID=${id}`,
        "RCPT TO:<jörg@example.org> NOTIFY=FAILURE,DELAY"
      ])
    })
  )

  it.live("gets a recipient with a tag in xtext", () =>
    Effect.gen(function* () {
      const { commands } = yield* sent(
        { dsn: true },
        withPath({ recipient: "ada+a=b@example.org" })
      )
      expect(commands[1]).toBe(
        "RCPT TO:<ada+a=b@example.org> NOTIFY=FAILURE,DELAY ORCPT=rfc822;ada+2Ba+3Db@example.org"
      )
    })
  )
})

describe("a return path", () => {
  it.live("in ASCII doesn't hide that the sender's address needs SMTPUTF8", () =>
    Effect.gen(function* () {
      const { outcomes } = yield* sent(
        { smtputf8: false },
        withPath({ sender: { name: null, address: "jörg@example.com" } })
      )
      expect(outcomes).toMatchObject([{ _tag: "Unsendable", reason: "smtputf8_sender" }])
    })
  )

  it.live("can't inject a command", () =>
    Effect.gen(function* () {
      const { commands, outcomes } = yield* sent(
        {},
        withPath({
          return_path: { ...return_path, address: "b@example.com>\r\nRCPT TO:<eve@example.com" }
        })
      )
      expect(outcomes).toMatchObject([{ _tag: "Unsendable", reason: "composition" }])
      expect(commands).toEqual([])
    })
  )
})

describe("xtext (RFC 3461 4)", () => {
  it.each([
    ["ada@example.org", "ada@example.org"],
    ["a+b=c", "a+2Bb+3Dc"],
    ["a b\r\n\u007f", "a+20b+0D+0A+7F"],
    ["!*,<>~", "!*,<>~"]
  ])("%j is %s", (text, written) => {
    expect(toXtext(text)).toBe(written)
  })
})
