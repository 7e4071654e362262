import { describe, expect, it } from "@effect/vitest"
import { Direct, makeBatcher } from "@telemark/core"
import { Cause, Clock, Context, Effect, Exit, Option } from "effect"
import { AsyncLocalStorage } from "node:async_hooks"

/** What is left of an effect that ran without a fiber, once it is handed over. */
const restOf = <A, E>(effect: Effect.Effect<A, E>, context = Context.empty()) =>
  Effect.callback<Effect.Effect<A, E>>((resume) => {
    Direct.run(effect, context, (rest) => {
      resume(Effect.succeed(rest))
    })
  })

const later = <A>(value: A) =>
  Direct.byCallback(
    () => Effect.as(Effect.yieldNow, value),
    (resume) => {
      setImmediate(resume, Effect.succeed(value))
    }
  )

const broken = new Error("broken")

const cases: Readonly<Record<string, Effect.Effect<unknown, string>>> = {
  "what is known": Effect.succeed(1),
  "what is made of it": Direct.flatMap(Effect.succeed(1), (n) => Effect.succeed(n + 1)),
  "what a callback brings": Direct.map(later(1), (n) => n + 1),
  "several callbacks": Direct.flatMap(later(1), (n) => Direct.map(later(2), (m) => n + m)),
  "what is made when it runs": Direct.flatMap(
    Direct.suspend(() => Effect.succeed(1)),
    later
  ),
  "the time": Direct.withNow((now) => Effect.succeed(now > 0)),
  "a failure": Direct.map(
    Direct.suspend(() => Effect.fail("no")),
    () => 1
  ),
  "a failure after a callback": Direct.flatMap(later(1), () => Effect.fail("no")),
  "a failure that is replaced": Direct.orElseSucceed(
    Direct.flatMap(later(1), () => Exit.fail("no")),
    () => 2
  ),
  "a success that needs no replacement": Direct.orElseSucceed(later(1), () => 2),
  "a thrown error": Direct.flatMap(later(1), () => {
    throw broken
  }),
  "a thrown error that is answered": Direct.matchCause(
    Direct.suspend((): Effect.Effect<number> => {
      throw broken
    }),
    (cause) => Effect.succeed(Cause.squash(cause)),
    () => Effect.succeed("none")
  )
}

describe("an effect that can do without a fiber has there the result that it has in one:", () => {
  for (const [name, effect] of Object.entries(cases))
    it.effect(name, () =>
      Effect.gen(function* () {
        const clock = yield* Clock.Clock
        const rest = yield* restOf(effect, Context.make(Clock.Clock, clock))
        expect(Direct.isOver(rest)).toBe(name !== "a failure that is replaced")
        expect(yield* Effect.exit(rest)).toEqual(yield* Effect.exit(effect))
      })
    )
})

describe("an effect that needs a fiber", () => {
  it.effect("runs without one up to there, once, and hands over what follows", () =>
    Effect.gen(function* () {
      const steps: Array<string> = []
      const step = (name: string) => {
        steps.push(name)
        return Effect.succeed(name)
      }
      const effect = Direct.flatMap(
        Direct.flatMap(later(1), () => step("first")),
        () => Direct.flatMap(Effect.andThen(Effect.yieldNow, Effect.succeed(2)), () => step("last"))
      )
      const rest = yield* restOf(effect)
      expect(Direct.isOver(rest)).toBe(false)
      expect(steps).toEqual(["first"])
      expect(yield* rest).toBe("last")
      expect(steps).toEqual(["first", "last"])
    })
  )
})

it.effect("what follows a batch runs in the asynchronous context of its own caller", () =>
  Effect.gen(function* () {
    const storage = new AsyncLocalStorage<string>()
    const batcher = yield* makeBatcher({
      maxSize: 8,
      run: (items: ReadonlyArray<string>) => Effect.succeed(items)
    })
    const runs = ["a", "b"].map(
      (item) =>
        new Promise<unknown>((resolve) => {
          storage.run(item, () => {
            const effect = Direct.map(
              Direct.byCallback(
                () => batcher(item),
                (resume) => {
                  batcher.add(item, resume)
                }
              ),
              (own) => [own, storage.getStore()]
            )
            Direct.run(effect, Context.empty(), (rest) => {
              resolve(Option.getOrUndefined(Exit.getSuccess(rest as Exit.Exit<unknown>)))
            })
          })
        })
    )
    expect(yield* Effect.promise(() => Promise.all(runs))).toEqual([
      ["a", "a"],
      ["b", "b"]
    ])
  })
)

describe("an effect that was begun", () => {
  it.effect("is over as interrupted if it is stopped while it waits for a callback", () =>
    Effect.sync(() => {
      const stopped: Array<string> = []
      const exits: Array<Exit.Exit<number>> = []
      let answer = (_: Effect.Effect<number>): void => {}
      const waiting = Direct.byCallback<number, never>(
        () => Effect.never,
        (resume) => {
          answer = resume
          return () => {
            stopped.push("stopped")
          }
        }
      )
      const stop = Direct.begin(
        Direct.map(waiting, (n) => n + 1),
        Context.empty(),
        (exit) => {
          exits.push(exit)
        }
      )
      stop()
      stop()
      answer(Effect.succeed(1))
      expect(stopped).toEqual(["stopped"])
      expect(exits).toEqual([Exit.failCause(Cause.interrupt())])
    })
  )

  it.effect("is interrupted in its fiber if it needs one", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.callback<Exit.Exit<number>>((resume) => {
        const stop = Direct.begin(
          Direct.flatMap(later(1), () => Effect.never),
          Context.empty(),
          (exit) => {
            resume(Effect.succeed(exit))
          }
        )
        setTimeout(stop, 20)
      })
      expect(Exit.hasInterrupts(exit)).toBe(true)
    })
  )
})
