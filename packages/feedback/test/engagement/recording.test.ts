import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import { counterOf, type DerivedKeys, Feedback } from "@telemark/core"
import { Effect, Exit, Fiber, Layer, Metric, Scope } from "effect"
import { linkToken } from "../../src/links/linkToken.js"
import { makeHostOwners } from "../../src/tracking/hostOwners.js"
import { maxPending } from "../../src/tracking/makeHitRecorder.js"
import { makeTrackingPages } from "../../src/tracking/makeTrackingPages.js"
import {
  browser,
  countUnmatched,
  headOf,
  hitsOf,
  key,
  layerTracking,
  logged,
  noneStopped,
  noon,
  pass,
  queuedMessage,
  sendQueued,
  sentMessage,
  tracking,
  turns
} from "./support/recording.js"
import { clickBy } from "./support/requests.js"

const shop = "https://shop.example/"
const scanner = "Barracuda Sentinel (EE)"

describe("what readers do", () => {
  it.effect(
    "is recorded a few seconds later: the first open of a message, and the first click on each link, of people and programs apart",
    () =>
      Effect.gen(function* () {
        const id = yield* sentMessage
        const { click, open } = yield* tracking
        for (let round = 0; round < 3; round++) {
          expect([open(id), open(id, "Mozilla/5.0")]).toEqual([200, 200])
          expect([
            click(id),
            click(id, shop, scanner),
            click(id, "https://shop.example/b")
          ]).toEqual([302, 302, 302])
          yield* TestClock.adjust("200 millis")
        }
        expect(yield* hitsOf(id)).toEqual([])
        yield* pass("3 seconds")
        const all = [
          ["opened", "", "person"],
          ["opened", "", "machine"],
          ["clicked", shop, "person"],
          ["clicked", shop, "machine"],
          ["clicked", "https://shop.example/b", "person"]
        ]
        expect(yield* hitsOf(id)).toEqual(expect.arrayContaining(all))
        expect(yield* hitsOf(id)).toHaveLength(all.length)
        yield* pass("1 hour")
        open(id)
        click(id)
        yield* pass("3 seconds")
        expect(yield* hitsOf(id)).toHaveLength(all.length)
      }).pipe(Effect.provide(layerTracking))
  )

  it.effect("is recorded once, whichever processes the reader came to", () =>
    Effect.gen(function* () {
      const id = yield* sentMessage
      const [one, other] = [yield* tracking, yield* tracking]
      for (const { click, open } of [one, other, one]) {
        click(id)
        open(id)
      }
      yield* pass("3 seconds")
      expect(yield* hitsOf(id)).toHaveLength(2)
    }).pipe(Effect.provide(layerTracking))
  )

  it.effect("counts when a page is asked for, not its head", () =>
    Effect.gen(function* () {
      const id = yield* sentMessage
      const { click, open } = yield* tracking
      expect([click(id, shop, browser, "HEAD"), open(id, browser, "HEAD")]).toEqual([302, 200])
      yield* pass("3 seconds")
      expect(yield* hitsOf(id)).toEqual([])
    }).pipe(Effect.provide(layerTracking))
  )

  it.effect("waits for the worker's own record of the message", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const id = yield* queuedMessage
      const { click } = yield* tracking
      yield* TestClock.adjust("10 seconds")
      click(id)
      yield* pass("3 seconds")
      expect(yield* hitsOf(id)).toEqual([])
      yield* sendQueued
      yield* TestClock.adjust("1 minute")
      const feedback = yield* Feedback
      feedback.settled(id)
      yield* feedback.retry(10)
      expect(yield* hitsOf(id)).toEqual([["clicked", shop, "person"]])
    }).pipe(Effect.provide(layerTracking))
  )

  it.effect(
    "on a message that is no longer known is answered, and not kept for people to look at",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(noon)
        const { click, open } = yield* tracking
        const id = "em_0190f3a4b5c67d8e9fa0b1c2d3e4f5a6"
        expect([click(id), open(id)]).toEqual([302, 200])
        yield* pass("3 seconds")
        expect(yield* countUnmatched).toBe(0)
      }).pipe(Effect.provide(layerTracking))
  )

  it.effect("has a bounded user agent on one line", () =>
    Effect.gen(function* () {
      const id = yield* sentMessage
      const received: Array<string | undefined> = []
      const feedback = yield* Feedback
      const pages = yield* makeTrackingPages(
        Effect.succeed([key]),
        yield* makeHostOwners,
        noneStopped
      ).pipe(
        Effect.provideService(Feedback, {
          ...feedback,
          receive: (origin, reports, options) => {
            received.push(
              ...reports.map((report) => ("user_agent" in report ? report.user_agent : undefined))
            )
            return feedback.receive(origin, reports, options)
          }
        })
      )
      pages.atOnce(
        headOf(`/t/o/${linkToken(key, "open", id)}`, `a\u0000\r\nb${"c".repeat(10_000)}`)
      )
      yield* pass("3 seconds")
      expect(received).toEqual([`a b${"c".repeat(495)}`])
      expect(yield* hitsOf(id)).toHaveLength(1)
    }).pipe(Effect.provide(layerTracking))
  )
})

describe("a program that follows links", () => {
  it.effect(
    "is recognized by three links of a message within two seconds, also in those that came before",
    () =>
      Effect.gen(function* () {
        const id = yield* sentMessage
        const { click } = yield* tracking
        click(id, "https://shop.example/1")
        yield* TestClock.adjust("900 millis")
        click(id, "https://shop.example/2")
        yield* TestClock.adjust("900 millis")
        click(id, "https://shop.example/3")
        yield* pass("3 seconds")
        expect((yield* hitsOf(id)).map(([, , by]) => by)).toEqual(["machine", "machine", "machine"])
        click(id, "https://shop.example/1")
        yield* pass("3 seconds")
        expect((yield* hitsOf(id)).map(([, link, by]) => [link, by])).toContainEqual([
          "https://shop.example/1",
          "person"
        ])
      }).pipe(Effect.provide(layerTracking))
  )

  it.effect(
    "isn't seen in a person who follows two links at once and a third one later, or one link many times",
    () =>
      Effect.gen(function* () {
        const id = yield* sentMessage
        const { click } = yield* tracking
        for (let again = 0; again < 5; again++) click(id, "https://shop.example/1")
        click(id, "https://shop.example/2")
        yield* TestClock.adjust("2 seconds")
        click(id, "https://shop.example/3")
        yield* pass("3 seconds")
        expect((yield* hitsOf(id)).map(([, , by]) => by)).toEqual(["person", "person", "person"])
      }).pipe(Effect.provide(layerTracking))
  )

  it.effect("is recognized by a click right after the message was accepted", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(noon)
      const id = yield* queuedMessage
      yield* sendQueued
      const { click } = yield* tracking
      yield* TestClock.adjust("1999 millis")
      click(id)
      yield* TestClock.adjust("1 millis")
      click(id, "https://shop.example/later")
      yield* pass("3 seconds")
      expect(yield* hitsOf(id)).toEqual([
        ["clicked", shop, "machine"],
        ["clicked", "https://shop.example/later", "person"]
      ])
    }).pipe(Effect.provide(layerTracking))
  )
})

const down = new StorageError({ reason: "unavailable", cause: new Error("down") })

/** Feedback whose storage can be switched off, and how often it was asked. */
const switchable = Effect.map(Feedback, (feedback) => {
  const state = { isDown: false, asked: 0 }
  const receive: typeof feedback.receive = (...call) =>
    Effect.suspend(() => {
      state.asked++
      return state.isDown ? down : feedback.receive(...call)
    })
  return { state, service: { ...feedback, receive } }
})

describe("while the storage is down", () => {
  it.effect("links lead where they should, and what was done is recorded once it is back", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const id = yield* sentMessage
      const { service, state } = yield* switchable
      const { click, open } = yield* tracking.pipe(Effect.provideService(Feedback, service))
      state.isDown = true
      expect([click(id), open(id)]).toEqual([302, 200])
      yield* pass("3 seconds")
      expect(state.asked).toBe(1)
      for (let second = 0; second < 60; second += 5) yield* pass("5 seconds")
      expect(click(id, "https://shop.example/b")).toBe(302)
      expect(lines.filter((line) => line.includes("could not be recorded yet"))).toHaveLength(2)
      expect(lines.join("\n")).not.toContain("shop.example")
      state.isDown = false
      for (let second = 0; second < 15; second += 5) yield* pass("5 seconds")
      expect(yield* hitsOf(id)).toHaveLength(3)
    }).pipe(Effect.provide(Layer.merge(layerTracking, logged(lines))))
  })

  it.effect(
    "memory has an end: what is beyond it is lost, which is counted, and logged once a minute",
    () => {
      const lines: Array<string> = []
      const losses = () => lines.filter((line) => line.includes("were lost"))
      return Effect.gen(function* () {
        const id = yield* sentMessage
        const { service, state } = yield* switchable
        const { click } = yield* tracking.pipe(Effect.provideService(Feedback, service))
        const before = (yield* Metric.value(counterOf("telemark_hits_lost_total", {}))).count
        state.isDown = true
        for (let link = 0; link < maxPending + 500; link++)
          expect(click(id, `https://shop.example/${String(link)}`)).toBe(302)
        yield* turns()
        expect(
          (yield* Metric.value(counterOf("telemark_hits_lost_total", {}))).count - before
        ).toBe(500)
        expect(losses()).toHaveLength(1)
        yield* TestClock.adjust("1 minute")
        for (let link = 0; link < 3; link++) click(id, `https://shop.example/more/${String(link)}`)
        yield* turns()
        expect(losses()).toHaveLength(2)
        expect(losses()[1]).toContain("500")
        // A repeat of what waits isn't lost.
        click(id, "https://shop.example/0")
        yield* turns()
        expect(
          (yield* Metric.value(counterOf("telemark_hits_lost_total", {}))).count - before
        ).toBe(503)
      }).pipe(Effect.provide(Layer.merge(layerTracking, logged(lines))))
    }
  )
})

describe("a process that stops", () => {
  it.effect("records what it knows of", () =>
    Effect.gen(function* () {
      const id = yield* sentMessage
      const scope = yield* Scope.make()
      const { click, open } = yield* Scope.provide(tracking, scope)
      click(id)
      open(id)
      for (let link = 0; link < 500; link++) click(id, `https://shop.example/${String(link)}`)
      yield* Scope.close(scope, Exit.void)
      expect(yield* hitsOf(id)).toHaveLength(502)
    }).pipe(Effect.provide(layerTracking))
  )

  it.effect("does so within its time, and says what it couldn't record", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const id = yield* sentMessage
      const scope = yield* Scope.make()
      const feedback = yield* Feedback
      const { click } = yield* Scope.provide(tracking, scope).pipe(
        Effect.provideService(Feedback, { ...feedback, receive: () => Effect.never })
      )
      click(id)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* pass("5 seconds")
      yield* Fiber.join(closing)
      expect(
        lines.filter((line) => line.includes("stopped before all opens and clicks were recorded"))
      ).toHaveLength(1)
    }).pipe(Effect.provide(Layer.merge(layerTracking, logged(lines))))
  })
})

describe("a batch that makes the storage fail each time", () => {
  it.effect("is given up, so that those behind it are recorded", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const id = yield* sentMessage
      const feedback = yield* Feedback
      const { click, open } = yield* tracking.pipe(
        Effect.provideService(Feedback, {
          ...feedback,
          receive: (origin, reports, options) =>
            reports.some(({ kind }) => kind === "opened")
              ? Effect.die(new Error("fault"))
              : feedback.receive(origin, reports, options)
        })
      )
      open(id)
      yield* pass("3 seconds")
      click(id)
      yield* pass("3 seconds")
      expect(yield* hitsOf(id)).toEqual([["clicked", shop, "person"]])
      expect(lines.filter((line) => line.includes("could not be recorded"))).toHaveLength(1)
    }).pipe(Effect.provide(Layer.merge(layerTracking, logged(lines))))
  })
})

describe("keys", () => {
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const click = (by: Uint8Array) =>
    `/t/c/${clickBy(by, shop, "em_0190f3a4b5c67d8e9fa0b1c2d3e4f5a6")}`

  it.effect(
    "that another process has added are known at the first click, and those that it has removed no longer, within seconds",
    () =>
      Effect.gen(function* () {
        let [keys, looks]: [DerivedKeys, number] = [[first], 0]
        const pages = yield* makeTrackingPages(
          Effect.sync(() => {
            looks++
            return keys
          }),
          yield* makeHostOwners,
          noneStopped
        )
        const ask = (url: string) => {
          const head = headOf(url)
          const answer = pages.atOnce(head)
          return answer === undefined
            ? (pages.answer({ parts: head } as never) ?? Effect.die("no page"))
            : Effect.succeed(answer)
        }
        const statusOf = (by: Uint8Array) => Effect.map(ask(click(by)), ({ status }) => status)
        expect([yield* statusOf(first), yield* statusOf(second)]).toEqual([302, 404])
        keys = [second, first]
        yield* TestClock.adjust("1 hour")
        expect(looks).toBe(1)
        expect(yield* statusOf(second)).toBe(302)
        expect(looks).toBe(2)
        for (let forged = 0; forged < 100; forged++)
          expect(yield* statusOf(Buffer.alloc(32, 9))).toBe(404)
        expect(looks).toBe(2)
        keys = [second]
        yield* TestClock.adjust("3 seconds")
        yield* statusOf(first)
        yield* turns()
        expect(yield* statusOf(first)).toBe(404)
      }).pipe(Effect.provide(layerTracking))
  )
})

it.effect("what isn't an address of tracking is left to others", () =>
  Effect.gen(function* () {
    const { pages } = yield* tracking
    for (const url of [
      "/",
      "/v1/emails",
      "/t",
      "/t/",
      "/t/x/abc",
      "/u/abc",
      "/v1/t/c/abc",
      "",
      "t/c/abc"
    ]) {
      expect(pages.atOnce(headOf(url))).toBeUndefined()
      expect(pages.answer({ parts: headOf(url) } as never)).toBeUndefined()
    }
  }).pipe(Effect.provide(layerTracking))
)
