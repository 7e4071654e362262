import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { Deferred, Effect, Fiber, Result } from "effect"
import { type Claim, makeTurns } from "../src/compiler/Compiler.js"

const settle = Effect.repeat(Effect.yieldNow, { times: 20 })

/** "a1": a save of tenant a. "A1": what a send of tenant a waits for. */
const claimOf = (name: string): Claim => {
  const tenantId = (name[0] ?? "").toLowerCase()
  return { tenantId, isUrgent: !name.startsWith(tenantId) }
}

/**
 * Compilers, and what wants them: each begins when its turn comes, and goes on until it is ended.
 */
const makeCompilers = (size: number) => {
  const take = makeTurns(size)
  const begun: Array<string> = []
  const ends = new Map<string, Deferred.Deferred<void>>()
  const waits = new Map<string, Fiber.Fiber<unknown, unknown>>()
  const enterOne = (name: string) =>
    Effect.gen(function* () {
      const end = yield* Deferred.make<void>()
      ends.set(name, end)
      waits.set(
        name,
        yield* Effect.forkChild(
          take(claimOf(name))(
            Effect.andThen(
              Effect.sync(() => begun.push(name)),
              Deferred.await(end)
            )
          )
        )
      )
    })
  const enter = (...names: ReadonlyArray<string>) =>
    Effect.andThen(Effect.forEach(names, enterOne), settle)
  const end = (name: string) => Effect.andThen(Deferred.succeed(ends.get(name)!, undefined), settle)
  const leave = (name: string) => Effect.andThen(Fiber.interrupt(waits.get(name)!), settle)
  return { begun, end, enter, leave, waits }
}

/** One compiler, and what waits for it. */
const makeLine = (...names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const compilers = makeCompilers(1)
    yield* compilers.enter("z0", ...names)
    /** So many turns, or all that there are. */
    const order = (turns = Infinity) =>
      Effect.gen(function* () {
        for (let turn = 0; turn < turns; turn++) {
          const [last = ""] = compilers.begun.slice(-1)
          yield* compilers.end(last)
          if (compilers.begun.at(-1) === last) break
        }
        return compilers.begun.slice(1)
      })
    return { ...compilers, order }
  })

const names = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => name(index))

describe("turns", () => {
  it.effect("come to all that wait while time stands still, also if some leave", () =>
    Effect.gen(function* () {
      const take = makeTurns(3)
      let done = 0
      const job = Effect.andThen(
        Effect.repeat(Effect.yieldNow, { times: 3 }),
        Effect.sync(() => {
          done++
        })
      )
      const fibers = yield* Effect.forEach(
        Array.from({ length: 300 }, (_, index) => index),
        (index) =>
          Effect.forkChild(
            take({ tenantId: `tenant ${String(index % 7)}`, isUrgent: index % 3 === 0 })(job)
          )
      )
      yield* Effect.repeat(Effect.yieldNow, { times: 5 })
      yield* Effect.forEach(
        fibers.filter((_, index) => index % 10 === 9),
        Fiber.interrupt
      )
      yield* Effect.forEach(fibers, Fiber.await)
      expect(done).toBeGreaterThanOrEqual(270)
      expect(yield* take({ tenantId: "last", isUrgent: false })(Effect.succeed("done"))).toBe(
        "done"
      )
    })
  )

  it.effect(
    "that don't come within 10 s are given up, and those behind them begin when they can",
    () =>
      Effect.gen(function* () {
        const take = makeTurns(1)
        const claim = { tenantId: "a", isUrgent: false }
        const endless = yield* Effect.forkChild(take(claim)(Effect.never))
        yield* Effect.yieldNow
        const waiting = yield* Effect.forkChild(Effect.result(take(claim)(Effect.succeed("done"))))
        yield* TestClock.adjust("9 seconds")
        const behind = yield* Effect.forkChild(take(claim)(Effect.succeed("done")))
        yield* TestClock.adjust("1 seconds")
        expect(Result.getFailure(yield* Fiber.join(waiting))).toMatchObject({
          _tag: "Some",
          value: { _tag: "CompilerBusy" }
        })
        yield* Fiber.interrupt(endless)
        expect(yield* Fiber.join(behind)).toBe("done")
      })
  )
})

describe("the next turn", () => {
  it.effect("is each in turn of one tenant", () =>
    Effect.gen(function* () {
      const { order } = yield* makeLine("a1", "a2", "a3")
      expect(yield* order()).toEqual(["a1", "a2", "a3"])
    })
  )

  it.effect("is one of each tenant in turn, in whatever numbers they came", () =>
    Effect.gen(function* () {
      const { order } = yield* makeLine("a1", "a2", "a3", "b1", "b2", "c1")
      expect(yield* order()).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"])
    })
  )

  it.effect.each([
    ["what a send waits for, before saves", "a1 b1 A1 a2 B1", "A1 B1 a1 b1 a2"],
    [
      "one of each tenant in turn, of what sends wait for",
      "A1 A2 A3 B1 B2 C1",
      "A1 B1 C1 A2 B2 A3"
    ],
    [
      "a save after three that sends wait for",
      "A1 A2 A3 A4 A5 A6 A7 b1 b2 c1",
      "A1 A2 A3 b1 A4 A5 A6 c1 A7 b2"
    ],
    ["what a send waits for right after a save", "A1 A2 A3 A4 B1 c1", "A1 B1 A2 c1 A3 A4"]
  ])("is %s", ([, waiting, expected]) =>
    Effect.gen(function* () {
      const { order } = yield* makeLine(...waiting!.split(" "))
      expect((yield* order()).join(" ")).toBe(expected)
    })
  )

  it.effect("is a save at once if sends have had all turns without a save", () =>
    Effect.gen(function* () {
      const { enter, order } = yield* makeLine("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8")
      yield* order(6)
      yield* enter("b1")
      expect((yield* order()).slice(6)).toEqual(["b1", "A7", "A8"])
    })
  )

  it.effect("is none if every compiler is taken", () =>
    Effect.gen(function* () {
      const { begun, enter } = makeCompilers(2)
      yield* enter("b1", "c1", "a1", "D1")
      expect(begun).toEqual(["b1", "c1"])
    })
  )

  it.effect.each([
    [1, 1, "a"],
    [2, 1, "a"],
    [3, 2, "a"],
    [8, 7, "a"],
    [1, 1, "A"],
    [2, 1, "A"],
    [3, 2, "A"],
    [8, 7, "A"]
  ] as const)("leaves, of %i compilers, %i to one tenant: %s", ([size, max, name]) =>
    Effect.gen(function* () {
      const { begun, enter } = makeCompilers(size)
      yield* enter(...names(20, (index) => `${name}${String(index)}`))
      expect(begun).toHaveLength(max)
    })
  )

  it.effect("is the next tenant if one has its share", () =>
    Effect.gen(function* () {
      const { begun, enter } = makeCompilers(2)
      yield* enter("a1", "a2", "a3", "b1")
      expect(begun).toEqual(["a1", "b1"])
    })
  )

  it.effect("counts sends and saves of a tenant together", () =>
    Effect.gen(function* () {
      const saves = makeCompilers(2)
      yield* saves.enter("a1", "a2", "A3")
      expect(saves.begun).toEqual(["a1"])
      const sends = makeCompilers(2)
      yield* sends.enter("A1", "a2", "A3", "b1")
      expect(sends.begun).toEqual(["A1", "b1"])
      const others = makeCompilers(2)
      yield* others.enter("A1", "B1", "C1")
      expect(others.begun).toEqual(["A1", "B1"])
    })
  )

  it.effect("never goes to a caller that has quit", () =>
    Effect.gen(function* () {
      const { leave, order } = yield* makeLine("a1", "a2", "B1", "B2")
      yield* leave("a1")
      yield* leave("B1")
      expect(yield* order()).toEqual(["B2", "a2"])
    })
  )
})

describe("the queue's capacity", () => {
  const isRefused = ({ enter, waits }: Effect.Success<ReturnType<typeof makeLine>>, name: string) =>
    Effect.flatMap(enter(name), () =>
      Effect.sync(() => waits.get(name)?.pollUnsafe() !== undefined)
    )

  it.effect.each(["a", "A"])("is 100 for one tenant, and leaves space for others: %s", (name) =>
    Effect.gen(function* () {
      const other = name === "a" ? "b" : "B"
      const line = yield* makeLine(...names(99, (index) => `${name}${String(index)}`))
      expect(yield* isRefused(line, `${name}99`)).toBe(false)
      expect(yield* isRefused(line, `${name}100`)).toBe(true)
      expect(yield* isRefused(line, other)).toBe(false)
    })
  )

  it.effect("is 500 for saves of all tenants, and leaves space for sends", () =>
    Effect.gen(function* () {
      const full = yield* makeLine(
        ...names(500, (index) => `${"abcdefghij"[index % 10]!}${String(index)}`)
      )
      expect(yield* isRefused(full, "a")).toBe(true)
      expect(yield* isRefused(full, "A")).toBe(false)
    })
  )

  it.effect("is 500 for sends of all tenants, and leaves space for saves", () =>
    Effect.gen(function* () {
      const full = yield* makeLine(
        ...names(500, (index) => `${"ABCDEFGHIJ"[index % 10]!}${String(index)}`)
      )
      expect(yield* isRefused(full, "A")).toBe(true)
      expect(yield* isRefused(full, "a")).toBe(false)
    })
  )

  it.effect("always has space for a tenant that has none waiting, however many others have", () =>
    Effect.gen(function* () {
      const saves = yield* makeLine(
        ...names(500, (index) => `${"abcdefghij"[index % 10]!}${String(index)}`)
      )
      expect(yield* isRefused(saves, "k")).toBe(false)
      const sends = yield* makeLine(
        ...names(500, (index) => `${"ABCDEFGHIJ"[index % 10]!}${String(index)}`)
      )
      expect(yield* isRefused(sends, "K")).toBe(false)
    })
  )
})
