import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import { type Attachment, type MessageBody } from "@telemark/core"
import { Effect, Fiber } from "effect"
import { makeWithFiles, type WithFiles } from "../../src/delivery/attempt/withFiles.js"
import { message } from "./support.js"

const mebibyte = 1024 * 1024

/** Files that claim to be so large. */
const filesOf = (...sizes: ReadonlyArray<number>): ReadonlyArray<Attachment> =>
  sizes.map((size, index) => ({
    filename: `${String(index)}.bin`,
    content_type: null,
    content_id: null,
    size,
    content: new Uint8Array()
  }))

const bodyWith = (...sizes: ReadonlyArray<number>): MessageBody => ({
  id: "body_1",
  html: null,
  text: "",
  headers: [],
  shown: null,
  attachments: filesOf(...sizes)
})

const read = () => Effect.succeed(filesOf(1))

/** Counts who uses files, until it is told to end. */
const makeUsers = (withFiles: WithFiles) => {
  const using: Array<string> = []
  const use = (name: string, size: number, ownRoute?: string) =>
    withFiles({ body: bodyWith(size), ownRoute }, () =>
      Effect.acquireUseRelease(
        Effect.sync(() => using.push(name)),
        () => Effect.sleep("1 second"),
        () => Effect.sync(() => using.splice(using.indexOf(name), 1))
      )
    )
  return { using, use }
}

describe("the files of a mail", () => {
  it.effect("are read when it is delivered, and only if it has any", () =>
    Effect.gen(function* () {
      const withFiles = makeWithFiles((id) =>
        id === "body_1" ? read() : Effect.die(new Error("not here"))
      )
      expect(
        yield* withFiles({ body: bodyWith(1), ownRoute: undefined }, Effect.succeed)
      ).toHaveLength(1)
      const plain = message.body ?? bodyWith()
      expect(yield* withFiles({ body: plain, ownRoute: undefined }, Effect.succeed)).toEqual([])
    })
  )

  it.effect("are missing all together if one of them is no longer stored", () =>
    Effect.gen(function* () {
      const withFiles = makeWithFiles(read)
      expect(
        yield* withFiles({ body: bodyWith(1, 2), ownRoute: undefined }, Effect.succeed)
      ).toBeUndefined()
    })
  )

  it.effect("aren't treated as missing when storage can't be reached", () =>
    Effect.gen(function* () {
      const unavailable = new StorageError({ reason: "unavailable", cause: undefined })
      const withFiles = makeWithFiles(() => Effect.fail(unavailable))
      expect(
        yield* Effect.flip(withFiles({ body: bodyWith(1), ownRoute: undefined }, Effect.succeed))
      ).toBeInstanceOf(StorageError)
    })
  )

  it.effect(
    "are at most 20 MiB at once, and larger ones get their turn before smaller ones that came later",
    () =>
      Effect.gen(function* () {
        const { use, using } = makeUsers(makeWithFiles(read))
        const fibers = yield* Effect.forEach(
          [
            ["a", 6],
            ["b", 6],
            ["c", 6],
            ["large", 10],
            ["small", 1]
          ] as const,
          ([name, size]) => Effect.forkChild(use(name, size * mebibyte))
        )
        yield* TestClock.adjust("1 millis")
        expect(using).toEqual(["a", "b", "c"])
        yield* TestClock.adjust("1 second")
        expect(using).toEqual(["large", "small"])
        yield* TestClock.adjust("1 second")
        yield* Fiber.joinAll(fibers)
      })
  )

  it.effect("of mail on tenants' own routes leave memory for all other mail, and vice versa", () =>
    Effect.gen(function* () {
      const { use, using } = makeUsers(makeWithFiles(read))
      const own = yield* Effect.forEach(["tn_a", "tn_b"], (name) =>
        Effect.forkChild(use(name, 10 * mebibyte, name))
      )
      const platform = yield* Effect.forEach(["platform 1", "platform 2"], (name) =>
        Effect.forkChild(use(name, 10 * mebibyte))
      )
      yield* TestClock.adjust("1 millis")
      expect([...using].sort()).toEqual(["platform 1", "platform 2", "tn_a", "tn_b"])
      yield* TestClock.adjust("1 second")
      yield* Fiber.joinAll([...own, ...platform])
    })
  )

  it.effect(
    "of one tenant's own route take up to 5 MiB at once, or one mail's size; more wait for their own route",
    () =>
      Effect.gen(function* () {
        const { use, using } = makeUsers(makeWithFiles(read))
        const fibers = yield* Effect.forEach(
          [
            ["2", 2],
            ["3", 3],
            ["10", 10],
            ["1", 1]
          ] as const,
          ([name, size]) => Effect.forkChild(use(name, size * mebibyte, "tn_a"))
        )
        const other = yield* Effect.forkChild(use("other", 10 * mebibyte, "tn_b"))
        yield* TestClock.adjust("1 millis")
        expect(using).toEqual(["2", "3", "other"])
        yield* TestClock.adjust("1 second")
        expect(using).toEqual(["10"])
        yield* TestClock.adjust("1 second")
        expect(using).toEqual(["1"])
        yield* TestClock.adjust("1 second")
        yield* Fiber.joinAll([...fibers, other])
      })
  )

  it.effect(
    "that get no memory for a second because of other tenants' mail let it wait elsewhere; smaller ones overtake them",
    () =>
      Effect.gen(function* () {
        const withFiles = makeWithFiles(read)
        const { use, using } = makeUsers(withFiles)
        const silent = yield* Effect.forEach(["tn_a", "tn_b"], (ownRoute) =>
          Effect.forkChild(
            withFiles({ body: bodyWith(9 * mebibyte), ownRoute }, () => Effect.never)
          )
        )
        yield* TestClock.adjust("1 millis")
        const large = yield* Effect.forkChild(use("large", 3 * mebibyte, "tn_c"))
        const small = yield* Effect.forkChild(use("small", mebibyte, "tn_d"))
        yield* TestClock.adjust("1 millis")
        expect(using).toEqual(["small"])
        yield* TestClock.adjust("1 second")
        expect(yield* Fiber.join(large)).toEqual({ _tag: "Wait", until: 2001 })
        yield* Fiber.join(small)
        yield* Fiber.interruptAll(silent)
        yield* use("large", 3 * mebibyte, "tn_c").pipe(
          Effect.forkChild,
          Effect.tap(TestClock.adjust("1 second")),
          Effect.flatMap(Fiber.join)
        )
      })
  )

  it.effect(
    "that got no memory precede the next large ones of servers that are silent, and small ones overtake them",
    () =>
      Effect.gen(function* () {
        const withFiles = makeWithFiles(read)
        const { use, using } = makeUsers(withFiles)
        const silent = (ownRoute: string) =>
          Effect.forkChild(
            withFiles({ body: bodyWith(9 * mebibyte), ownRoute }, () => Effect.never)
          )
        const [a] = [yield* silent("tn_a"), yield* silent("tn_b")]
        yield* TestClock.adjust("1 millis")
        const refused = yield* Effect.forkChild(use("large", 10 * mebibyte, "tn_c"))
        yield* TestClock.adjust("1 second")
        expect(yield* Fiber.join(refused)).toEqual({ _tag: "Wait", until: 2001 })
        // While that mail is in the queue, one of the servers is given up; it has more.
        yield* Fiber.interrupt(a)
        const next = yield* Effect.forkChild(use("next of a", 9 * mebibyte, "tn_a"))
        const small = yield* Effect.forkChild(use("small", mebibyte, "tn_d"))
        yield* TestClock.adjust("1 millis")
        expect(using).toEqual(["small"])
        yield* TestClock.adjust("1 second")
        yield* Fiber.join(small)
        const large = yield* Effect.forkChild(use("large", 10 * mebibyte, "tn_c"))
        yield* TestClock.adjust("1 millis")
        expect(using).toEqual(["large"])
        yield* TestClock.adjust("1 second")
        yield* Fiber.join(large)
        expect(yield* Fiber.join(next)).toMatchObject({ _tag: "Wait" })
      })
  )

  it.effect("have no memory reserved if their mail doesn't come again", () =>
    Effect.gen(function* () {
      const withFiles = makeWithFiles(read)
      const { use, using } = makeUsers(withFiles)
      const silent = yield* Effect.forEach(["tn_a", "tn_b"], (ownRoute) =>
        Effect.forkChild(withFiles({ body: bodyWith(9 * mebibyte), ownRoute }, () => Effect.never))
      )
      const refused = yield* Effect.forkChild(use("large", 10 * mebibyte, "tn_c"))
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(refused)
      yield* Fiber.interrupt(silent[0]!)
      yield* TestClock.adjust("3 seconds")
      const next = yield* Effect.forkChild(use("next of a", 9 * mebibyte, "tn_a"))
      yield* TestClock.adjust("1 millis")
      expect(using).toEqual(["next of a"])
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(next)
    })
  )

  it.effect("that wait for memory proceed as soon as some is free", () =>
    Effect.gen(function* () {
      const { use, using } = makeUsers(makeWithFiles(read))
      const first = yield* Effect.forEach(["tn_a", "tn_b"], (name) =>
        Effect.forkChild(use(name, 10 * mebibyte, name))
      )
      yield* TestClock.adjust("500 millis")
      const next = yield* Effect.forkChild(use("tn_c", 10 * mebibyte, "tn_c"))
      yield* TestClock.adjust("600 millis")
      expect(using).toEqual(["tn_c"])
      yield* TestClock.adjust("1 second")
      yield* Fiber.joinAll([...first, next])
    })
  )

  it.effect("proceed one after another while time stands still", () =>
    Effect.gen(function* () {
      const withFiles = makeWithFiles(read)
      let used = 0
      const use = Effect.andThen(
        Effect.repeat(Effect.yieldNow, { times: 3 }),
        Effect.sync(() => {
          used++
        })
      )
      yield* Effect.all(
        Array.from({ length: 60 }, (_, index) =>
          withFiles(
            {
              body: bodyWith((1 + (index % 9)) * mebibyte),
              ownRoute: index % 2 === 0 ? `tn_${String(index % 7)}` : undefined
            },
            () => use
          )
        ),
        { concurrency: "unbounded" }
      )
      expect(used).toBe(60)
    })
  )

  it.effect("that exceed the maximum memory are delivered alone", () =>
    Effect.gen(function* () {
      const { use, using } = makeUsers(makeWithFiles(read))
      const fibers = yield* Effect.forEach(["huge", "other"], (name) =>
        Effect.forkChild(use(name, 100 * mebibyte))
      )
      yield* TestClock.adjust("1 millis")
      expect(using).toEqual(["huge"])
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.joinAll(fibers)
    })
  )

  it.effect(
    "aren't waited for by a worker that stops, though its attempts can't be interrupted, and release their permits",
    () =>
      Effect.gen(function* () {
        const { use, using } = makeUsers(makeWithFiles(read))
        const first = yield* Effect.forkChild(use("first", 18 * mebibyte))
        const waiting = yield* Effect.forkChild(
          Effect.uninterruptible(use("waiting", 10 * mebibyte))
        )
        const next = yield* Effect.forkChild(use("next", 10 * mebibyte))
        yield* TestClock.adjust("1 millis")
        yield* Fiber.interrupt(waiting)
        yield* TestClock.adjust("1 second")
        expect(using).toEqual(["next"])
        yield* TestClock.adjust("1 second")
        yield* Fiber.joinAll([first, next])
      })
  )
})
