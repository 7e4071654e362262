import { describe, expect, it } from "@effect/vitest"
import {
  type DeliveryOutcome,
  DeliveryOutcome as outcome,
  type OutgoingMessage,
  type Stage,
  type UnsendableReason
} from "@telemark/core"
import {
  closedPort,
  cut,
  greylist,
  type PeerRule,
  say,
  type SmtpPeer,
  smtpPeer,
  type SmtpPeerOptions,
  stall
} from "@telemark/testing"
import type { SmtpOptions } from "@telemark/smtp"
import { Effect } from "effect"
import { impatient, makeBody, makeMessage, onTime, open } from "./support.js"

const provider = "smtp"
/** These servers speak in clear, which is settled once they were greeted and didn't set TLS up. */
const hop = (stage: Stage) =>
  stage === "connect" || stage === "greeting" || stage === "tls"
    ? { provider }
    : { provider, tls: null }
const broken = (
  stage: Stage,
  reason: Extract<DeliveryOutcome, { _tag: "Broken" }>["reason"],
  ambiguous = false
) => outcome.Broken({ ...hop(stage), stage, reason, ambiguous })
const refused = (
  stage: Stage,
  code: number,
  enhanced: string | null,
  text: string,
  closed?: boolean
) =>
  outcome.Refused({
    ...hop(stage),
    stage,
    reply: { code, enhanced, text },
    ...(closed === undefined ? {} : { closed })
  })

/** What comes of one message to a server with these rules. */
const deliver = (
  rules: ReadonlyArray<PeerRule>,
  options: SmtpPeerOptions = {},
  message = makeMessage(),
  query = "",
  timeouts?: SmtpOptions["timeouts"]
) =>
  Effect.gen(function* () {
    const peer = yield* smtpPeer({ ...options, rules })
    const transport = yield* open({ url: peer.url + query, timeouts })
    return [yield* transport.deliver(message), peer] as const
  })

/** Likewise, where a wait is to run out if this is expected. */
const deliverTo = (
  expected: DeliveryOutcome,
  rules: ReadonlyArray<PeerRule>,
  options?: SmtpPeerOptions,
  query?: string
) => {
  const stage = expected._tag === "Broken" && expected.reason === "timeout" ? expected.stage : null
  const isSilent = stage !== null || rules.some(({ does }) => does === "stall")
  let peer: SmtpPeer | undefined
  return Effect.map(
    onTime(
      stage ?? undefined,
      Effect.map(
        deliver(rules, options, makeMessage(), query, isSilent ? impatient : undefined),
        ([result, its]) => {
          peer = its
          return result
        }
      )
    ),
    (result) => [result, peer] as const
  )
}

const login = { user: "ada", password: "s3cret" }
/** One in many pieces, for what happens in its middle. */
const large = makeMessage({
  body: makeBody({ text: "A line of text that is there to be long.\n".repeat(100_000) })
})

describe("the outcome of a message", () => {
  it.effect("Accepted, with the server's words on one line", () =>
    Effect.gen(function* () {
      const [result, peer] = yield* deliver([
        say("end_of_data", "250-2.0.0 Ok\r\n250 2.0.0 queued\tas 42")
      ])
      expect(result).toStrictEqual(
        outcome.Accepted({ provider, tls: null, response: "250 2.0.0 Ok queued as 42" })
      )
      expect(peer.commands[0]).toMatch(/^EHLO \S+$/)
    })
  )

  const table: ReadonlyArray<
    readonly [string, ReadonlyArray<PeerRule>, DeliveryOutcome, string?, SmtpPeerOptions?]
  > = [
    [
      "greeting 554",
      [say("greeting", "554 5.7.1 Go away")],
      refused("greeting", 554, "5.7.1", "Go away")
    ],
    [
      "greeting 421",
      [say("greeting", "421 4.3.2 Busy")],
      refused("greeting", 421, "4.3.2", "Busy")
    ],
    ["no greeting", [stall("greeting")], broken("greeting", "timeout")],
    ["hanging up instead of greeting", [cut("greeting", "fin")], broken("greeting", "reset")],
    [
      "something else than SMTP as greeting",
      [say("greeting", "HTTP/1.1 400 Bad Request")],
      broken("greeting", "protocol")
    ],
    [
      "EHLO refused, and HELO too",
      [say("ehlo", "550 5.7.1 Not you")],
      refused("greeting", 550, "5.7.1", "Not you")
    ],
    ["silence after EHLO", [stall("ehlo")], broken("greeting", "timeout")],
    ["hanging up after EHLO", [cut("ehlo", "fin")], broken("greeting", "reset")],
    [
      "STARTTLS not offered but required",
      [],
      refused("tls", 502, "5.5.1", "No TLS here"),
      "?tls=required"
    ],
    [
      "STARTTLS refused for now",
      [say("starttls", "454 4.7.0 Later")],
      refused("tls", 454, "4.7.0", "Later"),
      "?tls=required"
    ],
    [
      "STARTTLS accepted, but no TLS spoken",
      [say("starttls", "220 Go on")],
      broken("tls", "timeout"),
      "?tls=required"
    ],
    [
      "hanging up instead of TLS",
      [cut("starttls", "rst")],
      broken("tls", "reset"),
      "?tls=required"
    ],
    ["silence instead of TLS", [stall("starttls")], broken("tls", "timeout"), "?tls=required"],
    [
      "AUTH refused",
      [say("auth", "535 5.7.8 Wrong")],
      refused("auth", 535, "5.7.8", "Wrong"),
      "?tls=none",
      { login }
    ],
    [
      "AUTH refused for now",
      [say("auth", "454 4.7.0 Later")],
      refused("auth", 454, "4.7.0", "Later"),
      "?tls=none",
      { login }
    ],
    ["silence at the login", [stall("auth")], broken("auth", "timeout"), "?tls=none", { login }],
    [
      "hanging up at the login",
      [cut("auth", "fin")],
      broken("auth", "reset"),
      "?tls=none",
      { login }
    ],
    [
      "nonsense at the login",
      [say("auth", "nonsense")],
      broken("auth", "protocol"),
      "?tls=none",
      { login }
    ],
    [
      "MAIL refused",
      [say("mail", "550 5.7.1 Not this sender")],
      refused("mail", 550, "5.7.1", "Not this sender")
    ],
    [
      "MAIL refused for now",
      [say("mail", "451 Try later")],
      refused("mail", 451, null, "Try later")
    ],
    [
      "MAIL needs a login",
      [say("mail", "530 5.7.0 Login required")],
      { ...refused("mail", 530, "5.7.0", "Login required"), login: "not_offered" }
    ],
    ["421 at MAIL", [say("mail", "421 4.7.0 Bye")], refused("mail", 421, "4.7.0", "Bye", true)],
    [
      "421 at MAIL, and the connection kept",
      [say("mail", "421 4.7.0 Not you", { stays: true })],
      refused("mail", 421, "4.7.0", "Not you", false)
    ],
    ["silence at MAIL", [stall("mail")], broken("mail", "timeout")],
    ["nonsense at MAIL", [say("mail", "banana")], broken("mail", "protocol")],
    [
      "RCPT refused",
      [say("rcpt", "550-5.1.1 No\r\n550 5.1.1 such user")],
      refused("rcpt", 550, "5.1.1", "No such user")
    ],
    [
      "RCPT refused for now",
      [say("rcpt", "450 4.2.1 Busy")],
      refused("rcpt", 450, "4.2.1", "Busy")
    ],
    [
      "421 at RCPT",
      [say("rcpt", "421 4.7.0 Too many")],
      refused("rcpt", 421, "4.7.0", "Too many", true)
    ],
    [
      "421 at RCPT, and the connection kept",
      [say("rcpt", "421 4.7.0 Too many", { stays: true })],
      refused("rcpt", 421, "4.7.0", "Too many", false)
    ],
    [
      "421 at DATA, and the connection kept",
      [say("data", "421 4.7.0 Too many", { stays: true })],
      refused("data", 421, "4.7.0", "Too many", false)
    ],
    [
      "421 at DATA",
      [say("data", "421 4.7.0 Too many")],
      refused("data", 421, "4.7.0", "Too many", true)
    ],
    [
      "421 again and again",
      [
        say("rcpt", "421 4.7.0 Bye", { stays: true }),
        say("data", "421 4.7.0 Bye", { stays: true }),
        say("rset", "421 4.7.0 Bye")
      ],
      refused("rcpt", 421, "4.7.0", "Bye", true)
    ],
    [
      "421 at RCPT, and silence",
      [say("rcpt", "421 4.7.0 Bye", { stays: true }), stall("data"), stall("rset")],
      refused("rcpt", 421, "4.7.0", "Bye", true)
    ],
    ["silence at RCPT", [stall("rcpt")], broken("rcpt", "timeout")],
    ["hanging up at RCPT", [cut("rcpt", "fin")], broken("rcpt", "reset")],
    [
      "RCPT refused, DATA accepted all the same",
      [say("rcpt", "550 5.1.1 No"), say("data", "354 Go on")],
      refused("rcpt", 550, "5.1.1", "No")
    ],
    ["DATA refused", [say("data", "554 5.5.1 No")], refused("data", 554, "5.5.1", "No")],
    ["DATA answered by something else", [say("data", "250 Ok")], broken("data", "protocol")],
    ["hanging up at DATA", [cut("data", "fin")], broken("data", "reset")],
    [
      "the end of the data refused",
      [say("end_of_data", "554 5.7.1 Spam")],
      refused("end_of_data", 554, "5.7.1", "Spam")
    ],
    [
      "421 at the end of the data",
      [say("end_of_data", "421 4.7.0 Slow down")],
      refused("end_of_data", 421, "4.7.0", "Slow down", true)
    ],
    [
      "421 at the end of the data, and the connection kept",
      [say("end_of_data", "421 4.7.0 Slow down", { stays: true })],
      refused("end_of_data", 421, "4.7.0", "Slow down", false)
    ],
    [
      "the end of the data refused for now",
      [say("end_of_data", "451 4.3.0 Later")],
      refused("end_of_data", 451, "4.3.0", "Later")
    ],
    [
      "hanging up after the final dot",
      [cut("end_of_data", "fin")],
      broken("end_of_data", "reset", true)
    ],
    [
      "a reset after the final dot",
      [cut("end_of_data", "rst")],
      broken("end_of_data", "reset", true)
    ],
    [
      "hanging up with the message",
      [cut("end_of_data", "fin", { keep: true })],
      broken("end_of_data", "reset", true)
    ],
    [
      "a reply after the final dot that belongs elsewhere",
      [say("end_of_data", "354 Go on")],
      broken("end_of_data", "protocol", true)
    ],
    ["silence after the final dot", [stall("end_of_data")], broken("end_of_data", "timeout", true)],
    [
      "nonsense after the final dot",
      [say("end_of_data", "banana")],
      broken("end_of_data", "protocol", true)
    ],
    [
      "a reply without an end",
      [say("mail", "250-more\r\n".repeat(5000))],
      broken("mail", "protocol")
    ]
  ]

  it.effect.each(table)("%s", ([, rules, expected, query, options]) =>
    Effect.gen(function* () {
      const [result, peer] = yield* deliverTo(expected, rules, options, query)
      expect(result).toStrictEqual(expected)
      yield* Effect.promise(async () =>
        peer?.until(({ connections }) => connections.open === 0 || result._tag === "Refused")
      )
    })
  )

  it.effect.each(
    table.filter(([, rules]) =>
      rules.some(({ at }) => at === "mail" || at === "rcpt" || at === "data")
    )
  )("%s, without PIPELINING", ([, rules, expected]) =>
    Effect.gen(function* () {
      const [result] = yield* deliverTo(expected, rules, { pipelining: false })
      expect(result).toStrictEqual(expected)
    })
  )

  it.effect("a connection that is lost in the middle of the message isn't ambiguous", () =>
    Effect.gen(function* () {
      const [result, peer] = yield* deliver([cut("message", "rst")], {}, large)
      expect(result).toStrictEqual(broken("end_of_data", "reset", false))
      expect(peer.mails).toHaveLength(0)
    })
  )

  it.effect("a reset instead of a greeting, be it during the handshake or after it", () =>
    Effect.gen(function* () {
      const [result] = yield* deliver([cut("greeting", "rst")])
      expect(result).toMatchObject({ _tag: "Broken", reason: "reset", ambiguous: false })
    })
  )

  it.effect("a port without a listener", () =>
    Effect.gen(function* () {
      const port = yield* Effect.promise(() => closedPort())
      const transport = yield* open({ url: `smtp://127.0.0.1:${String(port)}` })
      expect(yield* transport.deliver(makeMessage())).toStrictEqual(broken("connect", "refused"))
    })
  )

  it.effect("a host that doesn't exist", () =>
    Effect.gen(function* () {
      const transport = yield* open({ url: "smtp://nowhere.invalid:25" })
      expect(yield* transport.deliver(makeMessage())).toStrictEqual(broken("connect", "dns"))
    })
  )

  it.effect("a login that the server doesn't offer, without sending it", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({
        url: `smtp://ada:s3cret@127.0.0.1:${String(peer.port)}?tls=none`
      })
      const result = yield* transport.deliver(makeMessage())
      expect(result).toStrictEqual(broken("auth", "no_login"))
      expect(peer.commands).toHaveLength(1)
    })
  )

  it.effect("a login that is required, offered, and not configured", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const transport = yield* open({ url: `smtp://127.0.0.1:${String(peer.port)}` })
      expect(yield* transport.deliver(makeMessage())).toStrictEqual({
        ...refused("mail", 530, "5.7.0", "Login required"),
        login: "not_configured"
      })
    })
  )

  it.effect("AUTH refused by a server that repeats the password", () =>
    Effect.gen(function* () {
      const told = Buffer.from("\0ada\0s3cret").toString("base64")
      const [result] = yield* deliver(
        [say("auth", `535 5.7.8 AUTH PLAIN ${told} (s3cret) is wrong`)],
        { login },
        makeMessage(),
        "?tls=none"
      )
      expect(result).toStrictEqual(refused("auth", 535, "5.7.8", "AUTH PLAIN … (…) is wrong"))
    })
  )

  it.effect("RCPT refused, and the connection gone before DATA is answered", () =>
    Effect.gen(function* () {
      const [result] = yield* deliver([say("rcpt", "550 5.1.1 No such user"), cut("data", "fin")])
      expect(result).toStrictEqual(refused("rcpt", 550, "5.1.1", "No such user"))
    })
  )

  it.effect("a message that is larger than the server takes, without offering it", () =>
    Effect.gen(function* () {
      const [result, peer] = yield* deliver([], { size: 100 })
      expect(result).toStrictEqual(outcome.Unsendable({ provider, reason: "size" }))
      expect(peer.commands.some((line) => line.startsWith("MAIL"))).toBe(false)
    })
  )

  it.effect("an address that isn't ASCII, for a server that takes it", () =>
    Effect.gen(function* () {
      const [result, peer] = yield* deliver(
        [],
        {},
        makeMessage({ recipient: "jürgen@bücher.example" })
      )
      expect(result._tag).toBe("Accepted")
      expect(peer.mails[0]?.envelope.to).toStrictEqual(["jürgen@xn--bcher-kva.example"])
      expect(peer.mails[0]?.parameters).toMatch(/^SMTPUTF8$/)
    })
  )

  const jürgen = { name: null, address: "jürgen@example.com" }
  const beyondAscii: ReadonlyArray<readonly [string, UnsendableReason, OutgoingMessage]> = [
    ["the recipient's", "smtputf8_recipient", makeMessage({ recipient: "jürgen@example.org" })],
    ["the sender's", "smtputf8_sender", makeMessage({ sender: jürgen })],
    [
      "the sender's and the recipient's",
      "smtputf8_sender",
      makeMessage({ sender: jürgen, recipient: "jürgen@example.org" })
    ],
    [
      "one in Reply-To",
      "smtputf8_header",
      makeMessage({ body: makeBody({ headers: [["Reply-To", "jürgen@example.com"]] }) })
    ],
    [
      "another recipient's, who is shown",
      "smtputf8_header",
      makeMessage({ body: makeBody({ shown: { to: [jürgen], cc: [] } }) })
    ]
  ]
  it.effect.each(beyondAscii)(
    "an address that isn't ASCII is reported as whose it is, for a server that doesn't accept it: %s",
    ([, reason, message]) =>
      Effect.gen(function* () {
        const [result, peer] = yield* deliver([], { smtputf8: false }, message)
        expect(result).toStrictEqual(outcome.Unsendable({ provider, reason }))
        expect(peer.mails).toHaveLength(0)
      })
  )

  it.effect("a message that can't be composed, without connecting", () =>
    Effect.gen(function* () {
      const [result, peer] = yield* deliver(
        [],
        {},
        makeMessage({ recipient: "a@b.example>\r\nRCPT TO:<c@d.example" })
      )
      expect(result).toStrictEqual(outcome.Unsendable({ provider, reason: "composition" }))
      expect(peer.connections.total).toBe(0)
    })
  )

  it.effect("greylisting: refused for now twice, then taken", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ rules: [greylist(2)] })
      const transport = yield* open({ url: peer.url })
      const results = yield* Effect.replicateEffect(transport.deliver(makeMessage()), 3)
      expect(results.map(({ _tag }) => _tag)).toStrictEqual(["Refused", "Refused", "Accepted"])
      expect(peer.connections.total).toBe(1)
    })
  )

  it.effect("a long reply is cut and made one line of text", () =>
    Effect.gen(function* () {
      const [result] = yield* deliver([say("rcpt", `550 5.1.1 a\0b\u001b[31m ${"ü".repeat(2000)}`)])
      expect(result).toStrictEqual(
        refused("rcpt", 550, "5.1.1", `a b [31m ${"ü".repeat(1000)}`.slice(0, 1000))
      )
    })
  )
})
