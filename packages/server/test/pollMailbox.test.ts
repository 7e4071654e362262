import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { Clock, Data, Effect, Fiber, Logger, Random, Redacted, Result } from "effect"
import { noMail } from "../src/feedbackImport/importMail.js"
import { pauseAfter, repeatedly } from "../src/feedbackImport/pollMailbox.js"
import { parseImapUrl } from "../src/settings/imapUrl.js"

const minute = 60_000

class Down extends Data.TaggedError("Down")<{}> {
  override readonly message = "The server is down."
}

/** When a mailbox is read whose first attempts fail, in the given time. */
const readsAt = (
  failures: number,
  time: number,
  failure: Effect.Effect<never, Down> = new Down()
) =>
  Effect.gen(function* () {
    const at: Array<number> = []
    const once = Effect.gen(function* () {
      at.push(yield* Clock.currentTimeMillis)
      return at.length <= failures ? yield* failure : noMail
    })
    const fiber = yield* Effect.forkChild(repeatedly(minute, once))
    yield* TestClock.adjust(time)
    yield* Fiber.interrupt(fiber)
    return at.map((each) => each - (at[0] ?? 0))
  }).pipe(Random.withSeed("any"), Effect.provide(Logger.layer([])))

describe("a mailbox that workers read", () => {
  it.effect("is read at the interval", () =>
    Effect.map(readsAt(0, 5 * minute), (at) =>
      expect(at.slice(0, 4)).toEqual([0, minute, 2 * minute, 3 * minute])
    )
  )

  it.effect(
    "is read after longer and longer pauses while that fails, and then at the interval again",
    () =>
      Effect.map(readsAt(3, 20 * minute), (at) =>
        expect(at.slice(0, 5)).toEqual([0, 2 * minute, 6 * minute, 14 * minute, 15 * minute])
      )
  )

  it.effect("is read again after a crash", () =>
    Effect.map(readsAt(1, 5 * minute, Effect.die("a bug")), (at) =>
      expect(at.slice(0, 3)).toEqual([0, 2 * minute, 3 * minute])
    )
  )

  it("waits an hour at most, or its interval", () => {
    expect(pauseAfter(minute, 100)).toBe(60 * minute)
    expect(pauseAfter(120 * minute, 0)).toBe(120 * minute)
    expect(pauseAfter(120 * minute, 5)).toBe(120 * minute)
  })
})

describe("the URL of a mailbox", () => {
  const read = (text: string) =>
    Result.map(parseImapUrl(text), ({ password, ...rest }) => ({
      ...rest,
      password: password && Redacted.value(password)
    }))

  it.each([
    [
      "imaps://ada:pa%40ss@mail.example.com",
      { port: 993, tls: "implicit", password: "pa@ss", mailbox: "INBOX", disposal: undefined }
    ],
    [
      "imap://ada%40example.com@mail.example.com/Bounces%2FNew?then=delete",
      {
        port: 143,
        tls: "starttls",
        user: "ada@example.com",
        mailbox: "Bounces/New",
        disposal: { _tag: "Delete" }
      }
    ],
    [
      "imap://ada@[::1]:1143/?tls=none&move=Done%20here",
      { host: "::1", port: 1143, tls: "none", disposal: { _tag: "Move", mailbox: "Done here" } }
    ]
  ])("%s is read with its defaults", (text, expected) =>
    expect(Result.getOrThrow(read(text))).toMatchObject(expected)
  )

  it.each([
    "",
    "mail.example.com",
    "imaps://mail.example.com",
    "imaps://ada@",
    "imaps://ada@host:0",
    "imaps://ada@host/a%zz",
    "imaps://ada@host/a%0d%0ab",
    "imaps://ada@host?x=1",
    "imaps://ada@host#x",
    "imap://ada@host?tls=maybe",
    "imaps://ada@host?move="
  ])("%j is refused", (text) => expect(Result.isFailure(read(text))).toBe(true))
})
