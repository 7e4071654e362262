import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import {
  type ClaimedMessage,
  Delivery,
  DeliveryOutcome,
  OwnServers,
  Secrets,
  type Settlement,
  type SuppressionIncident,
  SuppressionIncidentStore,
  Transport
} from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Effect, Layer, Logger } from "effect"
import { message } from "./support.js"

const notHere = () => Effect.die(new Error("not here"))

interface World {
  /** What was kept of incidents; processes that share it hear of each other's. */
  readonly kept: Map<string, SuppressionIncident>
  isStorageDown: boolean
  readonly logged: Array<string>
}

const aWorld = (): World => ({ kept: new Map(), isStorageDown: false, logged: [] })

const incidentsOf = (world: World): (typeof SuppressionIncidentStore)["Service"] => {
  const stored = <A>(make: () => A) =>
    Effect.suspend(() =>
      world.isStorageDown
        ? new StorageError({ reason: "unavailable", cause: undefined })
        : Effect.succeed(make())
    )
  return {
    save: (incident) =>
      stored(() => {
        world.kept.set(incident.id, incident)
      }),
    active: (now) => stored(() => [...world.kept.values()].filter(({ ends_at }) => ends_at > now)),
    find: notHere,
    list: notHere,
    undo: notHere
  }
}

/** A server that knows no recipient whose name begins with "unknown". */
const server = ({ recipient }: { readonly recipient: string }): DeliveryOutcome =>
  recipient.startsWith("unknown")
    ? DeliveryOutcome.Refused({
        provider: "smtp",
        stage: "rcpt",
        reply: { code: 550, enhanced: "5.1.1", text: `<${recipient}>: user unknown` }
      })
    : DeliveryOutcome.Accepted({ provider: "smtp", response: "250 Ok" })

const deliveryIn = (world: World, captures = false) =>
  Delivery.layer().pipe(
    Layer.provide(
      Layer.mergeAll(
        layerSqlite({ filename: ":memory:" }),
        Layer.succeed(Transport, {
          deliversAll: false,
          captures,
          deliver: (mail) => Effect.sync(() => server(mail))
        }),
        Layer.succeed(SuppressionIncidentStore, incidentsOf(world)),
        Layer.succeed(OwnServers, { test: notHere, deliver: notHere, relay: notHere }),
        Layer.succeed(Secrets, { seal: notHere, open: notHere, isCurrent: notHere })
      )
    )
  )

const attempt = (recipient: string, more: Partial<ClaimedMessage> = {}) =>
  Effect.flatMap(Delivery, (delivery) => delivery.attempt({ ...message, recipient, ...more })).pipe(
    Effect.flatMap((attempted) =>
      attempted._tag === "Settled"
        ? Effect.succeed(attempted.settlement)
        : Effect.die(new Error("the message was postponed"))
    )
  )

const attempts = (count: number, from = 0) =>
  Effect.forEach(
    Array.from({ length: count }, (_, index) => `unknown-${String(from + index)}@example.com`),
    (recipient) => attempt(recipient)
  )

const suppressed = (settlements: ReadonlyArray<Settlement>): number =>
  settlements.filter(({ suppress }) => suppress !== null).length

const within =
  (world: World, captures = false) =>
  <A, E>(effect: Effect.Effect<A, E, Delivery>) => {
    const log = Logger.layer([
      Logger.make(({ logLevel, message: said }) => {
        world.logged.push(
          `${logLevel.toUpperCase()} ${String(Array.isArray(said) ? said[0] : said)}`
        )
      })
    ])
    return Effect.provide(
      effect,
      Layer.mergeAll(deliveryIn(world, captures).pipe(Layer.provide(log)), log)
    )
  }

describe("a route that suddenly rejects every recipient as unknown", () => {
  it.effect(
    "suppresses 20 recipients, each with its cause, and then defers mail, which an error in the log reports",
    () => {
      const world = aWorld()
      return Effect.gen(function* () {
        const settlements = yield* attempts(60)
        expect(settlements.slice(0, 20)).toMatchObject(
          Array.from({ length: 20 }, () => ({
            status: "bounced",
            suppress: "bounce",
            suppression_cause: "platform 550 5.1.1 user unknown"
          }))
        )
        expect(settlements.slice(20)).toMatchObject(
          Array.from({ length: 40 }, () => ({
            status: "deferred",
            suppress: null,
            suppression_cause: null,
            refused_since: 0,
            error_message:
              "The mail server refuses too many recipients with this reply, so Telemark did not suppress the address.",
            event: { data: { verdict: "hop_refuses_us" } }
          }))
        )
        expect((yield* attempt("ada@example.com")).status).toBe("sent")
        expect(world.logged.filter((line) => line.startsWith("ERROR"))).toEqual([
          expect.stringMatching(/telemark suppressions undo inc_\w{32}/)
        ])
        expect([...world.kept.values()]).toMatchObject([
          { route: "platform", tenant_id: "tn_1", suppressed: 20 }
        ])
      }).pipe(within(world))
    }
  )

  it.effect(
    "fails mail that it refused for an hour, long before mail fails that is refused because of us, and suppresses no recipient for it",
    () =>
      Effect.gen(function* () {
        yield* attempts(20)
        yield* TestClock.setTime(3_650_000)
        expect(yield* attempt("unknown-x@example.com", { refused_since: 60_000 })).toMatchObject({
          status: "deferred",
          next_attempt_at: 3_660_000
        })
        yield* TestClock.setTime(3_700_000)
        expect(yield* attempt("unknown-x@example.com", { refused_since: 60_000 })).toMatchObject({
          status: "failed",
          suppress: null,
          error_message: expect.stringContaining("Given up") as string
        })
      }).pipe(within(aWorld()))
  )

  it.effect(
    "is not believed for 70 minutes, so that the last attempts aren't either, and no longer",
    () =>
      Effect.gen(function* () {
        yield* attempts(21)
        yield* TestClock.setTime(69 * 60_000)
        expect(suppressed(yield* attempts(1, 100))).toBe(0)
        yield* TestClock.setTime(71 * 60_000)
        expect(suppressed(yield* attempts(1, 200))).toBe(1)
      }).pipe(within(aWorld()))
  )

  it.effect(
    "is not believed by another process either, nor after a restart, within five seconds",
    () => {
      const world = aWorld()
      return Effect.gen(function* () {
        yield* TestClock.setTime(1_000_000)
        const other = attempts(1, 100).pipe(within(world))
        expect(suppressed(yield* attempts(25).pipe(within(world)))).toBe(20)
        expect(suppressed(yield* other)).toBe(0)
        const running = Effect.gen(function* () {
          const first = suppressed(yield* attempts(1, 200))
          yield* attempts(25, 300).pipe(within(world))
          yield* TestClock.adjust("5 seconds")
          return [first, suppressed(yield* attempts(1, 400))]
        })
        world.kept.clear()
        expect(yield* running.pipe(within(world))).toEqual([1, 0])
      })
    }
  )

  it.effect("is not believed while storage is down, and is kept once that is back", () => {
    const world = aWorld()
    world.isStorageDown = true
    return Effect.gen(function* () {
      expect(suppressed(yield* attempts(25))).toBe(20)
      expect(world.kept.size).toBe(0)
      world.isStorageDown = false
      yield* attempts(1, 100)
      expect(world.kept.size).toBe(1)
    }).pipe(within(world))
  })

  it.effect("is believed if it is the inbox of captured mail, whose refusals are intended", () =>
    Effect.gen(function* () {
      expect(suppressed(yield* attempts(100))).toBe(100)
    }).pipe(within(aWorld(), true))
  )
})
