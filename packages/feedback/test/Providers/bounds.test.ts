import type { FeedbackProviderName } from "@telemark/contract"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"
import type { FeedbackReading } from "../../src/providers/FeedbackProvider.js"
import { maxFeedbackEvents } from "../../src/providers/readEvents.js"
import { maxFeedbackBytes } from "../../src/providers/readJson.js"
import { feedbackProviders } from "../../src/reader/layerFeedbackReader.js"
import { hostileEvents } from "./hostileEvents.js"
import {
  credentials,
  fixture,
  fixtureNames,
  notification,
  now,
  readFixture,
  readSigned,
  request,
  sendgridRequest,
  signEnvelope,
  snsKeys,
  topicArn
} from "./support.js"

const names = Object.keys(feedbackProviders) as ReadonlyArray<FeedbackProviderName>
const outcome = async (found: Promise<FeedbackReading>): Promise<string> => {
  const reading = await found
  return reading._tag === "Refused" ? reading.reason : reading._tag
}
const unsigned = ["postmark", "brevo", "mailjet", "sparkpost"] as const
const repeated = (event: unknown, count: number) =>
  JSON.stringify(Array.from({ length: count }, () => event))
const first = (provider: FeedbackProviderName, name: string): unknown => {
  const value: unknown = JSON.parse(fixture(provider, name))
  return Array.isArray(value) ? value[0] : value
}

describe("a body", () => {
  it.each(names)("of %s that is too large is refused before it is read", async (provider) => {
    const large = feedbackProviders[provider].read(
      request(new Uint8Array(maxFeedbackBytes + 1)),
      credentials[provider]
    )
    expect(await outcome(large)).toBe("too_large")
    expect(
      feedbackProviders.ses.certificateUrl!(new Uint8Array(maxFeedbackBytes + 1), credentials.ses)
    ).toStrictEqual({ _tag: "Refused", reason: "too_large" })
  })

  it.each(unsigned)("of %s that isn't what it says is malformed", async (provider) => {
    for (const body of [
      "",
      "{",
      "null",
      "1",
      '"text"',
      "{} {}",
      "[1,",
      "event=delivered",
      "{}",
      Uint8Array.of(0x7b, 0xff, 0x7d)
    ]) {
      expect(await outcome(feedbackProviders[provider].read(request(body), ""))).toBe("malformed")
    }
  })

  it.each(["sendgrid", "mailgun", "resend", "ses"] as const)(
    "of %s that is signed and isn't what it says is malformed",
    async (provider) => {
      expect(await outcome(readSigned(provider, "{}"))).toBe("malformed")
    }
  )

  it("nested deeper than any provider nests is malformed, and brackets in texts are no nesting", async () => {
    const nested = (depth: number) =>
      `[{"event":"delivered","x":${"[".repeat(depth)}${"]".repeat(depth)}}]`
    expect(await outcome(feedbackProviders.brevo.read(request(nested(30)), ""))).toBe("Events")
    expect(await outcome(feedbackProviders.brevo.read(request(nested(31)), ""))).toBe("malformed")
    expect(await outcome(feedbackProviders.brevo.read(request(nested(1_000_000)), ""))).toBe(
      "malformed"
    )
    expect(
      await outcome(
        feedbackProviders.brevo.read(
          request(JSON.stringify({ event: "delivered", x: `\\"${"[".repeat(1000)}` })),
          ""
        )
      )
    ).toBe("Events")
  })
})

describe("a batch", () => {
  const batches = [
    ["sparkpost", "delivery"],
    ["brevo", "delivered"],
    ["mailjet", "sent"]
  ] as const
  it.each(batches)("of %s contains up to the maximum number of events", async (provider, name) => {
    const event = first(provider, name)
    const full = await feedbackProviders[provider].read(
      request(repeated(event, maxFeedbackEvents)),
      ""
    )
    expect(full).toMatchObject({ _tag: "Events", skipped: 0 })
    expect(full._tag === "Events" ? full.events.length : 0).toBe(maxFeedbackEvents)
    expect(
      await outcome(
        feedbackProviders[provider].read(request(repeated(event, maxFeedbackEvents + 1)), "")
      )
    ).toBe("too_many_events")
  })

  it("counts events that don't matter, too", async () => {
    const ping = { msys: {} }
    expect(await readSigned("sparkpost", repeated(ping, maxFeedbackEvents))).toStrictEqual({
      _tag: "Nothing",
      skipped: 0
    })
    expect(await outcome(readSigned("sparkpost", repeated(ping, maxFeedbackEvents + 1)))).toBe(
      "too_many_events"
    )
  })

  it("of SendGrid too, signed", async () => {
    const body = repeated(first("sendgrid", "delivered"), maxFeedbackEvents + 1)
    expect(
      await outcome(feedbackProviders.sendgrid.read(sendgridRequest(body), credentials.sendgrid))
    ).toBe("too_many_events")
  })

  it("skips malformed events and counts them, leaves out those that don't matter, and keeps the order", async () => {
    const { delivered, open, processed } = {
      delivered: first("sendgrid", "delivered"),
      open: first("sendgrid", "open"),
      processed: first("sendgrid", "processed")
    }
    const withoutLink = { ...(first("sendgrid", "click") as object), url: undefined }
    const reading = await readSigned(
      "sendgrid",
      JSON.stringify([delivered, null, processed, 7, {}, { event: 5 }, withoutLink, [], open])
    )
    expect(reading).toMatchObject({
      _tag: "Events",
      events: [{ kind: "delivered" }, { kind: "opened" }],
      skipped: 6
    })
  })

  it("with nothing in it says nothing", async () =>
    expect(await readSigned("sendgrid", "[]")).toStrictEqual({ _tag: "Nothing", skipped: 0 }))

  it("of bad events alone says how many", async () =>
    expect(await readSigned("sparkpost", '[{},{"msys":[]}]')).toStrictEqual({
      _tag: "Nothing",
      skipped: 2
    }))
})

describe("what is read", () => {
  const only = async (found: Promise<FeedbackReading>) => {
    const reading = await found
    return reading._tag === "Events" ? reading.events[0]! : expect.unreachable(reading._tag)
  }
  const hardBounce = first("brevo", "hardBounce") as object
  const brevo = (members: object) =>
    only(feedbackProviders.brevo.read(request(JSON.stringify({ ...hardBounce, ...members })), ""))

  it("has replies on one line of at most 1,000 characters", async () => {
    expect(await brevo({ reason: "550\r\n  5.1.1\tuser\u0000unknown" })).toMatchObject({
      smtp_response: "550 5.1.1 user unknown"
    })
    expect(await brevo({ reason: "é".repeat(5000) })).toMatchObject({
      smtp_response: "é".repeat(1000)
    })
    expect(await brevo({ reason: `${"x".repeat(999)}😀` })).toMatchObject({
      smtp_response: `${"x".repeat(999)}\ufffd`
    })
  })

  it("leaves out instants that are none", async () => {
    for (const ts_event of [-1, "yesterday", null, Number.MAX_VALUE, {}])
      expect(await brevo({ ts_event, ts_epoch: undefined })).not.toHaveProperty("at")
    expect(await brevo({ ts_event: undefined, ts_epoch: 1795161601123 })).toMatchObject({
      at: 1795161601123
    })
  })

  it("has Brevo's time in UTC, not that in the account's time zone", async () => {
    expect(
      await brevo({ ts: 1795129201, ts_event: 1795129205, ts_epoch: 1795161601123 })
    ).toMatchObject({ at: 1795161601123 })
    expect(await brevo({ ts_event: 1795129205, ts_epoch: 1795161601 })).toMatchObject({
      at: 1795161601000
    })
    expect(await brevo({ ts_event: 1795129205, ts_epoch: "soon" })).toMatchObject({
      at: 1795129205000
    })
  })

  it("takes an id of ours from the metadata or the Message-ID, and nothing else for one", async () => {
    const id = "em_0199a3c45e7b7c3d8f2a1b4c5d6e7f81"
    const custom = async (field: unknown, messageId = "<1@example.com>") =>
      (await brevo({ "X-Mailin-custom": field, "message-id": messageId })).message.email_id
    expect(await custom(`telemark_id:${id}`)).toBe(id)
    expect(await custom(`a:b|telemark_id: ${id}|c:d`)).toBe(id)
    expect(await custom(`{"telemark_id":"${id}"}`)).toBe(id)
    expect(await custom(undefined, `<${id}@mail.example.com>`)).toBe(id)
    for (const field of [`telemark_id:${id}0`, "telemark_id:em_1", id, "", 7, null])
      expect(await custom(field)).toBeUndefined()
    for (const messageId of [`<x${id}@example.com>`, `<${id}>`, id, `<${id}.1@example.com>`])
      expect(await custom(undefined, messageId)).toBeUndefined()
  })

  it("leaves out ids, addresses and links that no database would take", async () => {
    for (const bad of ["a\u0000b", "a\nb", "\ud800", ""]) {
      expect(
        await brevo({ email: bad, "message-id": `<${bad}>`, "X-Mailin-custom": "" })
      ).toStrictEqual({
        kind: "bounced",
        verdict: "invalid_recipient",
        smtp_response: "RecipientError: 550 5.5.0 Requested action not taken: mailbox unavailable.",
        message: {},
        at: 1795161605000,
        key: expect.stringMatching(/^[\w-]{43}$/)
      })
      expect(
        await outcome(readSigned("brevo", JSON.stringify({ event: "click", link: bad })))
      ).toBe("malformed")
    }
    expect(
      await outcome(
        readSigned(
          "brevo",
          JSON.stringify({ event: "click", link: `https://example.com/${"x".repeat(8172)}` })
        )
      )
    ).toBe("Events")
    expect(
      await outcome(
        readSigned(
          "brevo",
          JSON.stringify({ event: "click", link: `https://example.com/${"x".repeat(8173)}` })
        )
      )
    ).toBe("malformed")
  })

  it("distinguishes two events without ids", async () => {
    const keys = await Promise.all([1, 2].map(async (ts_event) => (await brevo({ ts_event })).key))
    expect(new Set(keys).size).toBe(2)
  })

  it("keeps Mailjet's long ids exact", async () => {
    const mailjet = async (body: string) =>
      (await only(feedbackProviders.mailjet.read(request(body), ""))).message.provider_id
    expect(await mailjet('{"event":"sent","MessageID":1152921536417653547}')).toBe(
      "1152921536417653547"
    )
    const payload = JSON.stringify('{"MessageID":1152921536417653548}')
    expect(
      await mailjet(`{"event":"sent","Payload":${payload},"MessageID" : 1152921536417653547 }`)
    ).toBe("1152921536417653547")
    expect(await mailjet('{"event":"sent","MessageID":17}')).toBe("17")
  })

  it("takes a verdict of a dead address back where a hard bounce's reply blames something else", async () => {
    const verdict = (reason: string) => brevo({ reason })
    expect(
      await verdict(
        "550 5.7.26 unauthenticated email is not accepted due to the domain's DMARC policy"
      )
    ).toMatchObject({ verdict: "authentication" })
    expect(await verdict("550 5.7.1 client host blocked using a DNSBL")).toMatchObject({
      verdict: "blocked"
    })
    expect(await verdict("552 5.2.2 mailbox full")).toMatchObject({ verdict: "mailbox_full" })
    expect(await verdict("451 4.4.1 no answer from host")).toMatchObject({
      verdict: "undetermined"
    })
    for (const reason of ["", "550 refused", "550 5.1.1 user unknown", "no reply at all"]) {
      expect(await verdict(reason)).toMatchObject({ verdict: "invalid_recipient" })
    }
  })

  it("never suppresses because of an event that is no hard bounce, whatever the reply says", async () => {
    const reply = "550 5.1.1 user unknown"
    for (const event of ["soft_bounce", "blocked", "error", "invalid_email"]) {
      expect(await brevo({ event, reason: reply })).toMatchObject({ verdict: "recipient_refused" })
    }
  })
})

describe("a credential", () => {
  it.each(names)("of %s that is right has no problem", (provider) => {
    const { takes } = feedbackProviders[provider]
    expect(takes.problemOf(credentials[provider])).toBeUndefined()
    expect(
      takes.problemOf(takes.kind === "none" ? "anything" : ` ${credentials[provider]}\n`)
    ).toBeUndefined()
  })

  it.each([
    ["ses", "topic_arn"],
    ["sendgrid", "public_key"],
    ["mailgun", "signing_key"],
    ["resend", "signing_key"],
    ["postmark", "none"],
    ["brevo", "none"],
    ["mailjet", "none"],
    ["sparkpost", "none"]
  ] as const)("of %s is: %s", (provider, kind) =>
    expect(feedbackProviders[provider].takes.kind).toBe(kind)
  )

  it.each(["ses", "sendgrid", "mailgun", "resend"] as const)(
    "of %s that is wrong gets one sentence, without the credential",
    (provider) => {
      const others = Object.entries(credentials)
        .filter(([name, value]) => name !== provider && value !== "")
        .map(([, value]) => value)
      for (const wrong of ["", "my secret", ...(provider === "mailgun" ? [] : others)]) {
        const problem =
          feedbackProviders[provider].takes.problemOf(wrong) ?? expect.unreachable(wrong)
        expect(problem).toMatch(/^This is not .{20,150}\.$/)
        if (wrong !== "") expect(problem).not.toContain(wrong)
      }
    }
  )
})

describe("reading", () => {
  const json = FastCheck.jsonValue({ maxDepth: 5 })
  const text = FastCheck.oneof(FastCheck.string(), FastCheck.string({ unit: "binary" }))
  /** Replaces a member somewhere in a value. */
  const spoiled = (value: unknown, path: ReadonlyArray<number>, by: unknown): unknown => {
    if (typeof value !== "object" || value === null) return by
    const members = Object.entries(value)
    const [step, ...rest] = path
    const chosen =
      step === undefined || members.length === 0 ? undefined : members[step % members.length]
    if (chosen === undefined) return by
    const changed: unknown = spoiled(chosen[1], rest, by)
    if (Array.isArray(value))
      return value.map((each, index): unknown => (String(index) === chosen[0] ? changed : each))
    return { ...value, [chosen[0]]: changed }
  }
  const tags = new Set(["Events", "Nothing", "Confirm", "Refused"])

  it.each(names)("never throws on bytes, headers and credentials of %s", async (provider) => {
    const headers = FastCheck.dictionary(
      FastCheck.constantFrom(
        "svix-id",
        "svix-timestamp",
        "svix-signature",
        "x-twilio-email-event-webhook-signature",
        "x-twilio-email-event-webhook-timestamp"
      ),
      text
    )
    const credential = FastCheck.oneof(text, FastCheck.constant(credentials[provider]))
    const body = FastCheck.uint8Array({ maxLength: 300 })
    await FastCheck.assert(
      FastCheck.asyncProperty(
        body,
        headers,
        credential,
        text,
        async (body, headers, credential, certificate) => {
          expect(tags).toContain(
            (
              await feedbackProviders[provider].read({ headers, body, now }, credential, {
                certificate
              })
            )._tag
          )
          feedbackProviders[provider].takes.problemOf(credential)
          feedbackProviders.ses.certificateUrl!(body, credential)
        }
      ),
      { numRuns: 66 }
    )
  })

  it.each(names)("never throws on any JSON of %s, correctly signed", async (provider) => {
    await FastCheck.assert(
      FastCheck.asyncProperty(json, async (value) => {
        expect(tags).toContain(
          (
            await readSigned(
              provider,
              JSON.stringify(typeof value === "object" && value !== null ? value : { value })
            )
          )._tag
        )
      }),
      { numRuns: 20 }
    )
  })

  it.each(names)(
    "never throws on %s's events with something else at any position in them",
    async (provider) => {
      const path = FastCheck.array(FastCheck.nat({ max: 20 }), { minLength: 1, maxLength: 6 })
      const by = FastCheck.oneof(
        json,
        FastCheck.constantFrom(null, "", [], {}, -1, 1e300, "__proto__", "constructor")
      )
      await FastCheck.assert(
        FastCheck.asyncProperty(
          FastCheck.constantFrom(...fixtureNames(provider)),
          path,
          by,
          async (name, path, by) => {
            const body = JSON.stringify(spoiled(JSON.parse(fixture(provider, name)), path, by))
            const reading = await readSigned(provider, body)
            expect(tags).toContain(reading._tag)
            if (reading._tag === "Events") {
              for (const { at, key, message } of reading.events) {
                expect(key!.length).toBeLessThanOrEqual(255)
                expect(at === undefined || (Number.isSafeInteger(at) && at >= 0)).toBe(true)
                expect(
                  Object.values(message).every((each) => typeof each === "string" && each !== "")
                ).toBe(true)
              }
            }
          }
        ),
        { numRuns: 50 }
      )
    }
  )

  it("takes kinds of events from their names alone: an object's own machinery is no kind", async () => {
    for (const kind of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      expect(await outcome(readSigned("brevo", JSON.stringify({ event: kind })))).toBe("Nothing")
      expect(
        await outcome(readSigned("postmark", JSON.stringify({ RecordType: "Bounce", Type: kind })))
      ).toBe("Nothing")
      const envelope = signEnvelope({ ...notification("{}"), Type: kind })
      expect(
        await outcome(
          feedbackProviders.ses.read(request(envelope), topicArn, { certificate: snsKeys.cert })
        )
      ).toBe("malformed")
    }
  })

  it("lets other work happen while a thousand different bounces are read", async () => {
    const reasons = Array.from(
      { length: maxFeedbackEvents },
      (_, index) => `550 ${"user account exceeded message sender not ".repeat(20)}${String(index)}`
    )
    const body = request(
      JSON.stringify(reasons.map((reason) => ({ event: "hard_bounce", reason })))
    )
    let turns = 0
    let isReading = true
    const turn = () => {
      turns++
      if (isReading) setImmediate(turn)
    }
    setImmediate(turn)
    const reading = await feedbackProviders.brevo.read(body, "")
    isReading = false
    expect(reading).toMatchObject({ _tag: "Events", skipped: 0 })
    expect(turns).toBeGreaterThan(1)
  })

  it.each(hostileEvents)("is read in full: 256 KiB of %s", async (_, make, expected) => {
    const body = request(make(256 * 1024))
    expect(await feedbackProviders.brevo.read(body, "")).toMatchObject(expected)
    // These names are no events of Mailjet's.
    expect(await outcome(feedbackProviders.mailjet.read(body, ""))).toBe(
      "reason" in expected ? "malformed" : "Nothing"
    )
    expect(await outcome(readFixture("brevo", "hardBounce"))).toBe("Events")
  })
})
