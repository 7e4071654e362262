import { describe, expect, it } from "@effect/vitest"
import { countSteps } from "@telemark-tools/steps"
import { DeliveryOutcome } from "@telemark/core"
import { compose, sign } from "@telemark/smtp"
import { cut, say, smtpPeer } from "@telemark/testing"
import { Effect } from "effect"
import { otherServer } from "./otherServer.js"
import { publish, verify } from "./signatures.js"
import { makeFile, makeMessageWith, open, sourceOf } from "./support.js"

const noise = (size: number): Uint8Array => {
  let seed = 1
  return Uint8Array.from({ length: size }, () => (seed = (seed * 16_807) % 2_147_483_647) & 255)
}
const content = noise(3 * 1024 * 1024)
const dots = ".\r\n..\r\n.a line that begins with a dot\r\n".repeat(20_000)
const rsa = publish("rsa")
const large = makeMessageWith(
  [makeFile("a.bin", content), makeFile("mail.eml", dots), makeFile("b.txt", "small")],
  { html: "<p>.</p>" },
  { signing: [rsa.key] }
)

describe("a large mail", () => {
  it.live("arrives as it was composed, dots and all, and verifies", () =>
    Effect.gen(function* () {
      const { port, received } = yield* otherServer({ disabledCommands: ["AUTH", "STARTTLS"] })
      const transport = yield* open({ url: `smtp://127.0.0.1:${String(port)}` })
      const results = yield* Effect.forEach(
        [large, { ...large, signing: [] }, large],
        transport.deliver,
        { concurrency: 3 }
      )
      expect(results.map(({ _tag }) => _tag)).toStrictEqual(["Accepted", "Accepted", "Accepted"])
      const [unsigned, signed, again] = received
        .map(({ source }) => source)
        .sort((a, b) => a.length - b.length)
      expect(unsigned === sourceOf(large)).toBe(true)
      expect(signed === again).toBe(true)
      expect(yield* Effect.promise(() => verify(signed ?? "", [rsa]))).toStrictEqual([
        "pass example.com aligned"
      ])
    })
  )

  it.live("declares its size to the byte, without the dots that are doubled in transit", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ size: 10_000_000 })
      const transport = yield* open({ url: peer.url })
      yield* transport.deliver(large)
      expect(peer.mails[0]?.parameters).toBe(`SIZE=${String(peer.mails[0]?.source.length)}`)
    })
  )

  it.live.each([
    [-1, "Unsendable"],
    [0, "Accepted"]
  ] as const)("goes to a server that takes %i octets more than it has: %s", ([more, expected]) =>
    Effect.gen(function* () {
      const message = { ...large, signing: [] }
      const peer = yield* smtpPeer({ size: sourceOf(message).length + more })
      const transport = yield* open({ url: peer.url })
      expect((yield* transport.deliver(message))._tag).toBe(expected)
    })
  )

  it.live("is left off when the server refuses it before its end, and the connection with it", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({
        rules: [say("message", "552 5.3.4 Too much", { times: 1 })]
      })
      const transport = yield* open({ url: peer.url })
      const reply = { code: 552, enhanced: "5.3.4", text: "Too much" }
      const expected = DeliveryOutcome.Refused({
        provider: "smtp",
        tls: null,
        stage: "end_of_data",
        reply
      })
      expect(
        yield* transport.deliver(makeMessageWith([makeFile("a.bin", new Uint8Array(30_000_000))]))
      ).toStrictEqual(expected)
      expect((yield* transport.deliver(makeMessageWith([])))._tag).toBe("Accepted")
      expect([peer.mails.length, peer.connections.total]).toStrictEqual([1, 2])
    })
  )

  it.live("isn't ambiguous if the connection is lost in its middle", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ rules: [cut("message", "rst")] })
      const transport = yield* open({ url: peer.url })
      expect(yield* transport.deliver(large)).toMatchObject({
        _tag: "Broken",
        stage: "end_of_data",
        ambiguous: false
      })
    })
  )

  it("is hashed in steps of some kilobytes, and once for all that are begun together", async () => {
    const signedTimes = (times: number) => {
      const message = makeMessageWith(
        [makeFile("a.bin", content)],
        {},
        { signing: [publish("ed25519").key] }
      )
      const mail = compose(message) ?? { head: "", body: [] }
      const signs = Array.from({ length: times }, () => sign(message, mail))
      return countSteps(() => Effect.runPromise(Effect.all(signs, { concurrency: "unbounded" })))
    }
    const { result, steps } = await signedTimes(2)
    expect(result[0]?.head).toBe(result[1]?.head)
    expect(steps).toBe((await signedTimes(1)).steps)
    expect(content.length / steps).toBeLessThan(96 * 1024)
  })
})
