import { count, Feedback, makeMemory, makeSignal } from "@telemark/core"
import { Cause, Clock, Effect, type Scope } from "effect"
import { haste, type Hit, hitKeyOf, reportOfHit } from "./judgeHit.js"

const kinds: Readonly<Record<Hit["kind"], string>> = { open: "opened", click: "clicked" }

/** Repeats are left out that memory knows. */
const countHits = (recorded: ReadonlyArray<Hit>) =>
  Effect.forEach(
    recorded,
    ({ kind, machine }) =>
      count("telemark_hits_total", { kind: kinds[kind], by: machine ?? "person" }),
    { discard: true }
  )

const countLost = (hits: number) => count("telemark_hits_lost_total", {}, hits)

/** At most 3 kB each. Beyond that, hits are lost. */
export const maxPending = 10_000

/** From then on, hits don't wait until it is known whether they were part of a program's round. */
const crowded = maxPending / 2

/** In one transaction: on SQLite it takes the event loop for some 15 ms. */
const maxTogether = 100

/** Others are looked up in the storage, which records them once as well. */
const maxKnown = 50_000

const pauseAfterFailure = "5 seconds"
const logEvery = 60_000

/** How long a process that stops goes on recording. */
const maxDrain = "5 seconds"

const origin = { tenant_id: null, source: "tracking" }

/** At most once a minute. */
const makeTimeToLog = () => {
  let next = -Infinity
  return (now: number): boolean => {
    if (now < next) return false
    next = now + logEvery
    return true
  }
}

interface HitRecorder {
  /** Doesn't wait, and never fails: what the memory has no room for is lost. */
  readonly add: (hit: Hit) => void
  /** Changes nothing about a hit that is recorded already. */
  readonly isMachine: (hit: Hit, reason: NonNullable<Hit["machine"]>) => void
}

/**
 * Records opens and clicks in batches and in the background, until the scope closes; then what is
 * left, for at most 5 s.
 */
export const makeHitRecorder: Effect.Effect<HitRecorder, never, Feedback | Scope.Scope> =
  Effect.gen(function* () {
    const feedback = yield* Feedback
    const runtime = yield* Effect.context()
    const known = makeMemory<true>(maxKnown)
    const { announce, listen } = makeSignal()
    const woken = yield* listen
    const isTimeToLogLoss = makeTimeToLog()
    const isTimeToLogFailure = makeTimeToLog()
    /**
     * In the order in which they came. They are removed once recorded: recording them twice changes
     * nothing.
     */
    const pending: Array<Hit> = []
    let lost = 0

    const lose = (count: number, now: number): void => {
      lost += count
      const isTime = isTimeToLogLoss(now)
      const total = lost
      if (isTime) lost = 0
      Effect.runForkWith(runtime)(
        Effect.andThen(
          countLost(count),
          isTime
            ? Effect.logWarning("opens and clicks were lost: more came than could be recorded", {
                lost: total
              })
            : Effect.void
        )
      )
    }

    const record = (hits: ReadonlyArray<Hit>) =>
      feedback.receive(origin, hits.map(reportOfHit), { keepUnmatched: false }).pipe(
        Effect.andThen(countHits(hits)),
        // A fault, which would come again.
        Effect.catchDefect((defect) =>
          Effect.andThen(
            countLost(hits.length),
            Effect.logError(
              "opens and clicks could not be recorded",
              { lost: hits.length },
              Cause.die(defect)
            )
          )
        ),
        Effect.andThen(
          Effect.sync(() => {
            pending.splice(0, hits.length)
          })
        )
      )

    const logFailure = (reason: string) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        isTimeToLogFailure(now)
          ? Effect.logWarning("opens and clicks could not be recorded yet; it is tried again", {
              pending: pending.length,
              reason
            })
          : Effect.void
      )

    /** How many may be recorded now, from the first one on. */
    const ripe = (now: number): number => {
      if (pending.length >= crowded) return maxTogether
      const unripe = pending.findIndex(({ at }, index) => index === maxTogether || now - at < haste)
      return unripe === -1 ? maxTogether : unripe
    }

    const round = Effect.gen(function* () {
      const [first] = pending
      if (first === undefined) return yield* woken
      const now = yield* Clock.currentTimeMillis
      const count = ripe(now)
      if (count === 0)
        return yield* Effect.raceFirst(Effect.sleep(Math.max(1, first.at + haste - now)), woken)
      yield* Effect.catch(record(pending.slice(0, count)), ({ message }) =>
        Effect.andThen(logFailure(message), Effect.sleep(pauseAfterFailure))
      )
    })

    const drain = Effect.whileLoop({
      while: () => pending.length > 0,
      body: () => Effect.suspend(() => record(pending.slice(0, maxTogether))),
      step: () => undefined
    })

    yield* Effect.addFinalizer(() =>
      drain.pipe(
        Effect.interruptible,
        Effect.timeout(maxDrain),
        Effect.catch(({ message: reason }) =>
          Effect.andThen(
            countLost(pending.length),
            Effect.logWarning("stopped before all opens and clicks were recorded", {
              lost: pending.length,
              reason
            })
          )
        )
      )
    )
    yield* Effect.forkScoped(Effect.forever(round))

    return {
      add: (hit) => {
        const key = hitKeyOf(hit)
        if (known.has(key)) return
        if (pending.length >= maxPending) {
          lose(1, hit.at)
          return
        }
        known.set(key, true)
        pending.push(hit)
        if (pending.length === 1 || pending.length === crowded) announce()
      },
      isMachine: (hit, reason) => {
        if (hit.machine !== undefined || !pending.includes(hit)) return
        // A person may still follow the link.
        known.delete(hitKeyOf(hit))
        hit.machine = reason
        known.set(hitKeyOf(hit), true)
      }
    }
  })
