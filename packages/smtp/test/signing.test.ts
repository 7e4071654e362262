import { describe, expect, it } from "@effect/vitest"
import { Inbox, type SigningKey, Transport } from "@telemark/core"
import { capture, compose, sign } from "@telemark/smtp"
import { smtpPeer } from "@telemark/testing"
import { Effect, Exit, Layer, Logger, Redacted } from "effect"
import * as fc from "fast-check"
import { describe as group, it as test } from "vitest"
import { generateKeyPairSync } from "node:crypto"
import { parseHead, relaxBody, toField } from "../src/signing/canonical.js"
import { finishField, signatureField, signedFields } from "../src/signing/signatureField.js"
import { publish, verify } from "./signatures.js"
import { makeBody, makeMessage, open, signedSourceOf } from "./support.js"

const rsa = publish("rsa")
const ed25519 = publish("ed25519")
const pem = (key: { export: (options: { type: "pkcs8"; format: "pem" }) => string | Buffer }) =>
  Redacted.make(key.export({ type: "pkcs8", format: "pem" }).toString())

const relaxed = (...chunks: ReadonlyArray<string | Buffer>): string =>
  [...relaxBody(chunks)].map((chunk) => chunk.toString("latin1")).join("")

group("the relaxed form", () => {
  test("of header fields is that of RFC 6376 3.4.5", () => {
    expect(parseHead("A: X\r\nB : Y\t\r\n\tZ  \r\n").map(({ relaxed }) => relaxed)).toStrictEqual([
      "a:X",
      "b:Y Z"
    ])
  })

  test("of a body is that of RFC 6376 3.4.5", () => {
    expect(relaxed(" C \r\nD \t E\r\n\r\n\r\n")).toBe(" C\r\nD E\r\n")
  })

  test.each([
    ["", ""],
    ["\r\n", ""],
    ["\r\n\r\n \r\n\t\r\n", ""],
    ["a\r\n", "a\r\n"],
    ["a \t \r\n", "a\r\n"],
    ["\r\n\r\na\r\n\r\nb\r\n", "\r\n\r\na\r\n\r\nb\r\n"]
  ])("of the body %j is %j", (body, expected) => expect(relaxed(body)).toBe(expected))

  test("of a body is the same wherever it is cut between lines", () => {
    const line = fc
      .array(fc.constantFrom("a", " ", "\t", ".", "=20", "  "), { maxLength: 4 })
      .map((parts) => `${parts.join("")}\r\n`)
    fc.assert(
      fc.property(
        fc.array(
          fc.array(line, { maxLength: 4 }).map((lines) => lines.join("")),
          { maxLength: 6 }
        ),
        (chunks) => {
          expect(relaxed(...chunks)).toBe(relaxed(chunks.join("")))
        }
      ),
      { numRuns: 250 }
    )
  })

  test("of lines that are known to have no blanks is found without looking at them", () => {
    expect(relaxed("a \r\n\r\n", Buffer.from("b\r\nc\r\n"), "\r\n")).toBe("a\r\n\r\nb\r\nc\r\n")
  })

  test("keeps what isn't a blank to RFC 6376", () => {
    expect(toField("Subject: \u00a0a\u2003b\u00a0").relaxed).toBe("subject:\u00a0a\u2003b\u00a0")
  })
})

group("the signed fields", () => {
  test("are those of the list, some once more than there are, the last one of a name first", () => {
    const head = "To: a\r\nX-Any: b\r\nReferences: c\r\nreferences: d\r\nFrom: e\r\nList-Id: f\r\n"
    expect(signedFields(parseHead(head))).toStrictEqual({
      names: [
        "from",
        "from",
        "to",
        "to",
        "cc",
        "reply-to",
        "subject",
        "date",
        "message-id",
        "mime-version",
        "content-type",
        "list-unsubscribe",
        "list-unsubscribe-post",
        "references",
        "references",
        "list-id"
      ],
      relaxed: ["from:e", "to:a", "references:d", "references:c", "list-id:f"]
    })
  })
})

group("the signature's field", () => {
  test("has its tags and no others, in lines that no relay has to fold", () => {
    const names = Array.from({ length: 60 }, (_, index) => `field-${String(index)}`)
    const unfinished = signatureField({
      algorithm: "rsa-sha256",
      domain: "example.com",
      selector: "tm",
      time: 1_763_640_000,
      names,
      bodyHash: "b".repeat(44)
    })
    const field = finishField(unfinished, Buffer.alloc(256, 1))
    expect(field.endsWith("\r\n")).toBe(true)
    for (const line of field.trimEnd().split("\r\n")) expect(line.length).toBeLessThanOrEqual(78)
    const tags = field
      .slice(field.indexOf(":") + 1)
      .replace(/\s/g, "")
      .split(";")
      .map((tag) => tag.split("=")[0])
    expect(tags).toStrictEqual(["v", "a", "c", "t", "d", "s", "h", "bh", "b"])
    expect(field.replace(/\s/g, "")).toContain(`h=${names.join(":")};`)
  })
})

group("a signed mail", () => {
  test("is the same bytes each time, Feedback-ID and all", async () => {
    const message = makeMessage({ signing: [rsa.key, ed25519.key] })
    const copy = makeMessage({ signing: [{ ...rsa.key }, { ...ed25519.key }], body: makeBody() })
    expect(await signedSourceOf(copy)).toBe(await signedSourceOf(message))
  })

  test("has its signatures before the composed message, and a Feedback-ID after it", async () => {
    const message = makeMessage({ template_id: "order-confirmed", signing: [rsa.key] })
    const mail = compose(message)
    const signed = await Effect.runPromise(sign(message, mail ?? { head: "", body: [] }))
    expect(signed.body).toBe(mail?.body)
    expect(signed.head.replace(/^DKIM-Signature:.*(?:\r\n[ \t].*)*\r\n/, "")).toBe(
      `${mail?.head ?? ""}Feedback-ID: order-confirmed:00000000000c:tx:telemark\r\n`
    )
    expect(signed.head).toMatch(/^DKIM-Signature: .* t=1795176000;/)
  })

  test("takes no more and no less of a send's second message than of its first", async () => {
    const body = makeBody({ html: "<p>Hello</p>" })
    const messages = ["ada@example.org", "bob@example.org"].map((recipient) =>
      makeMessage({ recipient, body, signing: [rsa.key] })
    )
    for (const message of messages)
      expect(await verify(await signedSourceOf(message), [rsa])).toStrictEqual([
        "pass example.com aligned"
      ])
  })

  test("has no Feedback-ID unless it is signed", async () => {
    expect(await signedSourceOf(makeMessage({ template_id: "order" }))).not.toContain("Feedback-ID")
  })

  test("has no field more than it should, whatever the template's id is", async () => {
    const source = await signedSourceOf(
      makeMessage({ template_id: "a:b\r\nBcc: c", signing: [rsa.key] })
    )
    expect(source).toContain("\r\nFeedback-ID: abBccc:00000000000c:tx:telemark\r\n")
  })
})

const broken: ReadonlyArray<readonly [string, SigningKey]> = [
  ["isn't one", { ...rsa.key, private_key: Redacted.make("s3cret nonsense") }],
  ["is empty", { ...rsa.key, private_key: Redacted.make("") }],
  [
    "is damaged",
    {
      ...rsa.key,
      private_key: Redacted.make(Redacted.value(rsa.key.private_key).replace(/A/g, "B"))
    }
  ],
  ["is for another algorithm", { ...ed25519.key, algorithm: "rsa" }],
  ["is for RSA, though Ed25519 is said", { ...rsa.key, algorithm: "ed25519" }],
  [
    "is on an elliptic curve",
    { ...rsa.key, private_key: pem(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey) }
  ],
  [
    "is for RSA-PSS",
    {
      ...rsa.key,
      private_key: pem(generateKeyPairSync("rsa-pss", { modulusLength: 1024 }).privateKey)
    }
  ],
  ["has a domain that would end its tag", { ...rsa.key, domain: "example.com; l=0" }],
  ["has a selector that would begin a field", { ...rsa.key, selector: "a\r\nBcc: b@example.com" }],
  ["has no selector", { ...rsa.key, selector: "" }]
]

describe("a key that can't sign", () => {
  const listen = () => {
    const heard: Array<string> = []
    const logger = Logger.layer([
      Logger.make((entry) => void heard.push(Logger.formatLogFmt.log(entry)))
    ])
    return { heard, logger }
  }

  it.live.each(broken)("keeps the mail from being sent: one that %s", ([, key]) =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: peer.url })
      const { heard, logger } = listen()
      const result = yield* Effect.provide(
        transport.deliver(makeMessage({ signing: [ed25519.key, key] })),
        logger
      )
      expect(result).toMatchObject({
        _tag: "Broken",
        provider: "smtp",
        stage: "connect",
        reason: "internal",
        ambiguous: false
      })
      expect(peer.connections.total).toBe(0)
      expect(heard).toHaveLength(1)
      expect(heard[0]).toMatch(/level=ERROR/)
      expect(heard[0]).toContain("em_0199a0b0c0d07000800000000000000b")
      expect(heard[0]).not.toMatch(/s3cret|BEGIN|PRIVATE/)
    })
  )

  it.effect("keeps it from being captured, too", () =>
    Effect.gen(function* () {
      const kept: Array<string> = []
      const inbox = Layer.succeed(Inbox, {
        put: (mail) => Effect.sync(() => void kept.push(mail.id)),
        list: () => Effect.succeed([]),
        find: () => Effect.succeed(undefined),
        remove: () => Effect.succeed(false),
        markReleased: () => Effect.succeed(undefined),
        clear: () => Effect.void
      })
      const transport = yield* Effect.provide(Transport, Layer.provide(capture(), inbox))
      const { logger } = listen()
      const result = yield* Effect.provide(
        transport.deliver(
          makeMessage({ signing: [{ ...rsa.key, private_key: Redacted.make("") }] })
        ),
        logger
      )
      expect(result).toMatchObject({ _tag: "Broken", provider: "capture", reason: "internal" })
      expect(kept).toStrictEqual([])
    })
  )

  it.effect("is reported without any of its contents", () =>
    Effect.gen(function* () {
      const message = makeMessage({
        signing: [{ ...rsa.key, private_key: Redacted.make("s3cret") }]
      })
      const exit = yield* Effect.exit(sign(message, compose(message) ?? { head: "", body: [] }))
      expect(Exit.isFailure(exit)).toBe(true)
      expect(JSON.stringify(exit)).not.toContain("s3cret")
    })
  )
})
