import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import type { TemplateSource } from "@telemark/core"
import { Clock, Duration, Effect, Fiber } from "effect"
import { longest, lookAgain, processorTime, startWithin } from "../src/compiler/compileTimes.js"
import {
  compilerWith,
  compileWith,
  endless,
  mjml,
  ordinary,
  section,
  sharedCompiler,
  until,
  watchProcesses
} from "./support.js"

const compiler = sharedCompiler()

const compile = async (source: TemplateSource) => (await compileWith(compiler, source)).problems
const preview = async (source: TemplateSource, data: Readonly<Record<string, unknown>>) =>
  (await Effect.runPromise(compiler.preview("tenant", source, data))).compiled.problems

const items = (count: number, item: unknown): ReadonlyArray<unknown> =>
  Array.from({ length: count }, () => item)

/** Every element with 200 kB of class names, given once. */
const memoryBomb: TemplateSource = {
  mjml_source:
    `<mjml><mj-head><mj-attributes><mj-all css-class="${"a ".repeat(100_000)}" /></mj-attributes></mj-head>` +
    `<mj-body>${section("x").repeat(600)}</mj-body></mjml>`
}

/** A single string of so many times 200 kB: more than a heap has left is asked for in one piece. */
const attributeBomb = (sections: number): TemplateSource => ({
  mjml_source:
    `<mjml><mj-head><mj-attributes><mj-text font-family="${"a".repeat(200_000)}" /></mj-attributes></mj-head>` +
    `<mj-body>${section("x").repeat(sections)}</mj-body></mjml>`
})

const bombs: Readonly<
  Record<string, () => Promise<ReadonlyArray<{ readonly path: string; readonly reason: string }>>>
> = {
  "lists in lists": () =>
    preview(
      { html: `${"{{#each a}}".repeat(4)}x${"{{/each}}".repeat(4)}` },
      { a: items(100, { a: items(100, { a: items(100, { a: items(100, 1) }) }) }) }
    ),
  "the same list in itself, as sections": () =>
    preview(
      { html: `${"{{#each @root.a}}".repeat(4)}x${"{{/each}}".repeat(4)}` },
      { a: items(1000, 1) }
    ),
  "output out of proportion": () =>
    preview(
      { html: "{{#each a}}{{@root.b}}{{/each}}" },
      { a: items(1000, 1), b: "x".repeat(100_000) }
    ),
  "3,000 sections": () => compile({ mjml_source: mjml(section("x").repeat(3000)) }),
  "2,000 unclosed tags": () =>
    compile({ mjml_source: `<mjml><mj-body>${"<mj-section>".repeat(2000)}` }),
  "3,000 parentheses in each other": () =>
    compile({ html: `{{#if ${"(a ".repeat(3000)}${")".repeat(3000)}}}{{/if}}` }),
  "a partial that calls itself": () =>
    compile({ html: `{{#*inline "x"}}{{> x}}{{/inline}}{{> x}}` }),
  "50,000 tags": () => compile({ html: "{{a}}".repeat(50_000) }),
  "10,000 blocks in each other": () =>
    compile({ html: `${"{{#a}}".repeat(10_000)}${"{{/a}}".repeat(10_000)}` })
}

/** When something is to happen on the virtual clock, such as deadlines. */
const timers: Array<number> = []

const notingTimers = Effect.updateService(Clock.Clock, (clock): Clock.Clock =>
  Object.assign({}, clock, {
    sleep: (duration: Duration.Duration) =>
      Effect.suspend(() => {
        const instant = clock.currentTimeMillisUnsafe() + Duration.toMillis(duration)
        timers.push(instant)
        return Effect.ensuring(
          clock.sleep(duration),
          Effect.sync(() => timers.splice(timers.indexOf(instant), 1))
        )
      })
  })
)

/** Waits until something is to happen at this instant: processes take real time to come to that. */
const awaitTimer = (instant: number): Effect.Effect<void> =>
  Effect.suspend(() =>
    timers.includes(instant)
      ? Effect.void
      : Effect.andThen(
          Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
          awaitTimer(instant)
        )
  )

/**
 * Waits until the processor has been busy with the only process for so long: a job that had less of
 * its time is no bomb.
 */
const awaitWork = ({ living }: ReturnType<typeof watchProcesses>, millis: number) =>
  Effect.promise(async () => {
    const before = processorTime(living()[0]?.pid) ?? 0
    await until(() => (processorTime(living()[0]?.pid) ?? Infinity) >= before + millis)
  })

describe("a bomb", () => {
  it.each(Object.entries(bombs))("of %s is a problem", async (_, bomb) => {
    const problems = await bomb()
    expect(problems).not.toEqual([])
    expect(problems.map(({ path }) => path)).toEqual(problems.map(() => problems[0]?.path))
    expect((await compileWith(compiler, ordinary)).problems).toEqual([])
  })

  it.effect("that never ends is stopped at the deadline, and the next template compiles", () =>
    Effect.gen(function* () {
      const processes = watchProcesses()
      const impatient = compilerWith({ timeout: Duration.seconds(2) })
      // Its process has loaded MJML: nothing of the two seconds goes to that.
      yield* impatient.compile("tenant", [ordinary])
      // So that its deadline isn't the one that is waited for.
      yield* TestClock.adjust("1 second")
      const compiling = yield* Effect.forkChild(impatient.compile("tenant", [endless]))
      yield* awaitTimer(1000 + 2000)
      yield* awaitWork(processes, 1000)
      yield* TestClock.adjust("2 seconds")
      expect(yield* Fiber.join(compiling)).toMatchObject([
        {
          html: null,
          problems: [
            {
              path: "mjml_source",
              reason: "takes longer than 2 s to compile; make it smaller or simpler"
            }
          ]
        }
      ])
      expect(yield* impatient.compile("tenant", [ordinary])).toMatchObject([{ problems: [] }])
    }).pipe(notingTimers)
  )

  it.effect(
    "that never ends is stopped sooner if its process was slow to start, and is told what it had",
    () =>
      Effect.gen(function* () {
        const processes = watchProcesses()
        const compiling = yield* Effect.forkChild(
          compilerWith({ timeout: Duration.seconds(3) }).compile("tenant", [endless])
        )
        yield* Effect.promise(() => until(() => processes.started() === 1))
        const [child] = processes.living()
        child?.kill("SIGSTOP")
        yield* awaitTimer(Duration.toMillis(startWithin))
        yield* TestClock.adjust("1750 millis")
        child?.kill("SIGCONT")
        // Of 1.75 s, 0.75 s aren't counted.
        yield* awaitTimer(1750 + 2000)
        yield* awaitWork(processes, 1000)
        yield* TestClock.adjust("2 seconds")
        expect(yield* Fiber.join(compiling)).toMatchObject([
          {
            problems: [
              {
                path: "mjml_source",
                reason: "takes longer than 2 s to compile; make it smaller or simpler"
              }
            ]
          }
        ])
      }).pipe(notingTimers)
  )

  it.effect.skipIf(processorTime(process.pid) === undefined)(
    "is not what a template is for which the machine had no time: it goes on, and is given up at last",
    () =>
      Effect.gen(function* () {
        const processes = watchProcesses()
        const impatient = compilerWith({ timeout: Duration.seconds(2) })
        yield* impatient.compile("tenant", [ordinary])
        // So that its deadline isn't the one that is waited for.
        yield* TestClock.adjust("1 second")
        const compiling = yield* Effect.forkChild(
          Effect.flip(impatient.compile("tenant", [endless]))
        )
        yield* awaitTimer(1000 + 2000)
        processes.living()[0]?.kill("SIGSTOP")
        const end = 1000 + Duration.toMillis(longest)
        for (let at = 1000 + 2000; at < end; at += Duration.toMillis(lookAgain)) {
          yield* awaitTimer(at)
          yield* TestClock.setTime(at)
        }
        yield* awaitTimer(end)
        yield* TestClock.setTime(end)
        expect(yield* Fiber.join(compiling)).toMatchObject({ _tag: "CompilerBusy", reason: "time" })
        expect(yield* impatient.compile("tenant", [ordinary])).toMatchObject([{ problems: [] }])
      }).pipe(notingTimers)
  )

  it.effect("that never ends among several sources is a problem of each", () =>
    Effect.gen(function* () {
      const processes = watchProcesses()
      const several = compilerWith({ timeout: Duration.seconds(1) })
      yield* several.compile("tenant", [ordinary])
      yield* TestClock.adjust("500 millis")
      const compiling = yield* Effect.forkChild(
        several.compile("tenant", [endless, { html: "x" }, { text_body: "x" }])
      )
      yield* awaitTimer(500 + 1000)
      yield* awaitWork(processes, 500)
      yield* TestClock.adjust("1 second")
      const results = yield* Fiber.join(compiling)
      expect(results.map(({ problems }) => problems.map(({ path }) => path))).toEqual([
        ["mjml_source"],
        ["html"],
        ["text_body"]
      ])
    }).pipe(notingTimers)
  )

  it("of memory is a problem, and the next template compiles", async () => {
    const { problems } = await compileWith(compiler, memoryBomb)
    expect(problems).toEqual([
      {
        path: "mjml_source",
        reason: expect.stringMatching(/^needs more than \d+ MB of memory to compile/)
      }
    ])
    expect((await compileWith(compiler, ordinary)).problems).toEqual([])
  })

  it.each([100, 150, 300, 1000])(
    "of one long attribute in %i sections is a problem, and ends no process but its own",
    async (count) => {
      const { problems } = await compileWith(compiler, attributeBomb(count))
      expect(problems).toMatchObject([{ path: "mjml_source" }])
      expect((await compileWith(compiler, ordinary)).problems).toEqual([])
    }
  )
})
