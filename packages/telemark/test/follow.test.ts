import { describe, expect, it } from "@effect/vitest"
import {
  EventStreams,
  type FollowEvents,
  NotFound,
  type Services,
  StorageError,
  type Tenant,
  Tenants,
  ValidationFailed
} from "@telemark/core"
import { Context, Effect, Exit, Fiber, Logger, Stream } from "effect"
import { TestClock } from "@telemark-tools/clock"
import { followEvents } from "../src/followEvents.js"
import { eventOf } from "./support/source.js"

const away = new StorageError({ reason: "unavailable", cause: undefined })
const now = new Date("2026-03-01T11:00:00.000Z")
const acme: Tenant = {
  id: "tn_acme",
  name: "acme",
  default_from: null,
  monthly_limit: null,
  track_opens: false,
  track_clicks: false,
  missing: "warn" as const,
  created_at: 0
}

type Turn = Stream.Stream<ReturnType<typeof eventOf>, ValidationFailed | StorageError>

/** Services whose storage does in turn what is said, and then the last of it for ever. */
const servicesOf = (turns: ReadonlyArray<Turn>, tenant: Effect.Effect<Tenant, NotFound>) => {
  const requests: Array<FollowEvents> = []
  const services = Context.make(EventStreams, {
    follow: (_, request = {}) => {
      requests.push(request)
      return turns[Math.min(requests.length, turns.length) - 1] ?? Stream.empty
    },
    forget: () => Effect.succeed(false)
  }).pipe(
    Context.add(Tenants, {
      create: () => Effect.succeed(acme),
      get: () => tenant,
      getOrCreate: () => Effect.succeed(acme),
      list: Effect.succeed([acme]),
      page: () => Effect.succeed({ data: [], limit: 50, offset: 0, next: null }),
      removeConfirmed: () => Effect.succeed({ success: true }),
      update: () => Effect.succeed(acme),
      remove: () => Effect.void
    })
  ) as Context.Context<Services>
  return { requests, services }
}

const logged: Array<string> = []
const collecting = Logger.layer([
  Logger.make(({ logLevel, message }) => {
    logged.push(`${logLevel.toUpperCase()} ${JSON.stringify(message)}`)
  })
])

const followed = (
  turns: ReadonlyArray<Turn>,
  request: FollowEvents,
  count: number,
  tenant: Effect.Effect<Tenant, NotFound> = Effect.succeed(acme)
) =>
  Effect.gen(function* () {
    logged.length = 0
    const { requests, services } = servicesOf(turns, tenant)
    const events = Stream.take(
      followEvents("acme", request, now, ({ _tag }) => _tag !== "StorageError"),
      count
    )
    const fiber = yield* Effect.forkChild(
      Effect.exit(Effect.provide(Stream.runCollect(events), services))
    )
    yield* TestClock.adjust("1 hour")
    return {
      requests,
      exit: Exit.map(yield* Fiber.join(fiber), (found) => found.map(({ id }) => id))
    }
  }).pipe(Effect.provide(collecting))

describe("following events", () => {
  it.effect("resumes after storage failed, as often as it does, and logs it", () =>
    Effect.gen(function* () {
      const last = new Date("2026-03-01T12:00:00.000Z")
      const recorded = eventOf(
        `evt_${last.getTime().toString(16).padStart(12, "0")}${"0".repeat(20)}`
      )
      // Happened long ago, as was reported only now.
      const reported = { ...recorded, created_at: "2026-01-01T00:00:00.000Z" }
      const turns = [
        Stream.fail(away),
        Stream.fail(away),
        Stream.concat(Stream.make(reported), Stream.fail(away)),
        Stream.make(eventOf("2"))
      ]
      const { exit, requests } = yield* followed(turns, { types: ["email.sent"] }, 2)
      expect(exit).toEqual(Exit.succeed([recorded.id, "2"]))
      expect(logged).toHaveLength(3)
      for (const line of logged) expect(line).toMatch(/^WARN .*tried again.*not available/)
      // Without a name nobody knows what it has had: from the last event on.
      expect(requests.map(({ from }) => from)).toEqual([now, now, now, last])
      expect(requests.map(({ types }) => types)).toEqual(
        Array.from({ length: 4 }, () => ["email.sent"])
      )
    })
  )

  it.effect("leaves it to storage where a name is, and to the caller where it begins", () =>
    Effect.gen(function* () {
      const turns = [
        Stream.concat(Stream.make(eventOf("1")), Stream.fail(away)),
        Stream.make(eventOf("2"))
      ]
      const named = yield* followed(turns, { name: "crm", from: "beginning" }, 2)
      expect(named.requests).toEqual(
        Array.from({ length: 2 }, () => ({ name: "crm", from: "beginning" }))
      )
      expect((yield* followed(turns, { name: "crm", from: "now" }, 2)).requests[0]).toEqual({
        name: "crm",
        from: now
      })
    })
  )

  it.effect("continues after an unexpected error, which is logged as one", () =>
    Effect.gen(function* () {
      const { exit } = yield* followed(
        [Stream.die(new Error("a bug")), Stream.make(eventOf("1"))],
        {},
        1
      )
      expect(exit).toEqual(Exit.succeed(["1"]))
      expect(logged).toEqual([
        expect.stringMatching(/^ERROR .*following events crashed and was started again/)
      ])
    })
  )

  it.effect("ends where its events end, as when its name was forgotten", () =>
    Effect.gen(function* () {
      const { exit, requests } = yield* followed([Stream.make(eventOf("1"))], { name: "crm" }, 2)
      expect([exit, requests.length, logged]).toEqual([Exit.succeed(["1"]), 1, []])
    })
  )

  it.effect("ends with what is final, at once and without a word", () =>
    Effect.gen(function* () {
      const invalid = ValidationFailed.at("from", "must be an instant")
      const refused = yield* followed([Stream.fail(invalid)], {}, 1)
      expect([refused.exit, refused.requests.length, logged]).toEqual([Exit.fail(invalid), 1, []])
      const nobody = yield* followed([], {}, 1, new NotFound())
      expect([nobody.exit, logged]).toEqual([Exit.fail(new NotFound()), []])
    })
  )
})
