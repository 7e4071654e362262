import { describe, expect, it } from "@effect/vitest"
import { isFullyQualified, ValidationFailed } from "@telemark/contract"
import { layerOwnServers, machineName, smtp, type SmtpOptions, testRelay } from "@telemark/smtp"
import { smtpPeer } from "@telemark/testing"
import { Effect } from "effect"
import { hostname } from "node:os"
import { ehloNameFor } from "../src/conversation/route.js"
import { login, openOwnServers, serverAt } from "./ownServerSupport.js"
import { makeCertificate, makeMessage, open } from "./support.js"

/** What EHLO is told where nothing is chosen: this machine's name, if it has a full one. */
const otherwise = (name: string): string => machineName() ?? name

const made = makeCertificate("localhost")

/** The names that a server was told for one message, before and after STARTTLS. */
const toldTo = (options: Partial<SmtpOptions>, address = "shop@bücher.example") =>
  Effect.gen(function* () {
    const peer = yield* smtpPeer({ tls: yield* Effect.promise(() => made) })
    const transport = yield* open({ url: peer.url, ...options })
    yield* transport.deliver(makeMessage({ sender: { name: null, address } }))
    return peer.commands.flatMap((line) => (line.startsWith("EHLO ") ? [line.slice(5)] : []))
  })

describe("the name in EHLO", () => {
  it("is the machine's only if that is a full one", () => {
    const names = [
      "mail.example.com",
      "Mail.Example.COM",
      "mail",
      "localhost",
      "localhost.localdomain",
      "web-1.internal",
      "web.local",
      "10.1.2.3",
      ""
    ]
    expect(names.map((name) => machineName(name))).toStrictEqual([
      "mail.example.com",
      "mail.example.com",
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })

  it("is never the address literal of this machine", () => {
    expect(ehloNameFor("mail.example.com", "example.org")).toBe("mail.example.com")
    expect(ehloNameFor(undefined, "example.org")).toBe("example.org")
    expect(ehloNameFor(undefined, undefined)).toBe(
      /[a-z]/i.test(hostname()) ? hostname().toLowerCase() : "localhost"
    )
  })

  it.live.each<readonly [string, Partial<SmtpOptions>, string]>([
    [
      "the one that was chosen",
      { name: "Mail.Example.com", fallbackName: "other.example" },
      "mail.example.com"
    ],
    ["an address literal that was chosen", { name: "[IPv6:2001:DB8::25]" }, "[IPv6:2001:db8::25]"],
    ["the operator's domain", { fallbackName: "shop.example" }, otherwise("shop.example")],
    ["the sender's domain", {}, otherwise("xn--bcher-kva.example")]
  ])("is %s", ([, options, name]) =>
    Effect.gen(function* () {
      expect(yield* toldTo(options)).toStrictEqual([name, name])
    })
  )

  it.live("is that of the sender whose message opened the connection", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: peer.url, connections: 1 })
      for (const address of ["a@first.example", "b@second.example"])
        yield* transport.deliver(makeMessage({ sender: { name: null, address } }))
      expect(peer.mails).toHaveLength(2)
      expect(peer.commands.filter((line) => line.startsWith("EHLO"))).toStrictEqual([
        `EHLO ${otherwise("first.example")}`
      ])
    })
  )

  it.live.each<readonly [string, Parameters<typeof serverAt>[1], string]>([
    [
      "the one of its configuration",
      { ehlo_name: "mail.tenant.example", from_email: "shop@tenant.example" },
      "mail.tenant.example"
    ],
    ["the operator's", { from_email: "shop@tenant.example" }, "mail.operator.example"]
  ])(
    "of a tenant's own server is %s, when it is tested and when mail is sent",
    ([, config, name]) =>
      Effect.gen(function* () {
        const peer = yield* smtpPeer({ login })
        const own = yield* openOwnServers({ name: "mail.operator.example" })
        yield* own.test(serverAt(peer.port, config))
        yield* own.deliver(serverAt(peer.port, config), makeMessage())
        expect(peer.commands.filter((line) => line.startsWith("EHLO"))).toStrictEqual([
          `EHLO ${name}`,
          `EHLO ${name}`
        ])
      })
  )

  it.live("of a tenant's own server is else the domain of its sender", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ login })
      const own = yield* openOwnServers({ fallbackName: "operator.example" })
      yield* own.test(serverAt(peer.port, { from_email: "shop@tenant.example" }))
      yield* own.deliver(serverAt(peer.port, { from_email: "shop@tenant.example" }), makeMessage())
      yield* own.test(serverAt(peer.port))
      yield* own.deliver(serverAt(peer.port, { id: "smtp_2" }), makeMessage())
      expect(
        peer.commands.filter((line) => line.startsWith("EHLO")).map((line) => line.slice(5))
      ).toStrictEqual([
        otherwise("tenant.example"),
        otherwise("tenant.example"),
        otherwise("operator.example"),
        otherwise("example.com")
      ])
    })
  )

  it.each([
    "",
    "mail server",
    "mail\r\nMAIL FROM:<>",
    "192.0.2.1",
    "[192.0.2.256]",
    "[mail.example.com]",
    "[IPv6:192.0.2.1]",
    "a_b.example",
    "mail.example.com.",
    "x".repeat(300)
  ])("is refused where it can't be one: %j", (name) => {
    expect(() => smtp({ url: "smtp://localhost", name })).toThrow(ValidationFailed)
    expect(() => smtp({ url: "smtp://localhost", fallbackName: name })).toThrow(ValidationFailed)
    expect(() => testRelay({ url: "smtp://localhost", name })).toThrow(
      /must be a domain name such as mail\.example\.com/
    )
    expect(() => layerOwnServers({ name })).toThrow(ValidationFailed)
  })

  it("is known to be full or not", () => {
    expect(["mail.example.com", "bücher.example"].every(isFullyQualified)).toBe(true)
    expect(
      ["mail", "mail.localhost", "home.arpa", "[192.0.2.1]", "192.0.2.1", "a..b"].some(
        isFullyQualified
      )
    ).toBe(false)
  })
})
