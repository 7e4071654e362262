import { Duration, Effect, Exit, Fiber, Logger, Scope } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { execFile, execFileSync } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { type Compiler, makeCompiler } from "../src/compiler/Compiler.js"
import { endingOf } from "../src/compiler/CompilerProcess.js"
import { settingsOf } from "../src/compiler/Processes.js"
import { forkProgram } from "../src/compiler/forkProgram.js"
import {
  compilerWith,
  compileWith,
  endless,
  laborious,
  ordinary,
  until,
  watchProcesses
} from "./support.js"

const html = { html: "<p>{{name}}</p>" }

const start = (compiler: Compiler, tenantId: string, source = endless) =>
  Effect.runFork(compiler.compile(tenantId, [source]))

const argumentsOf = (program: string) => [
  "--import",
  "tsx",
  fileURLToPath(new URL(`./programs/${program}.ts`, import.meta.url))
]

/** How long the processor has been busy with a process. */
const secondsOf = (pid: number): number => {
  const [hours = 0, minutes = 0, seconds = 0] = execFileSync(
    "ps",
    ["-o", "time=", "-p", String(pid)],
    { encoding: "utf8" }
  )
    .split(":")
    .map(Number)
  return hours * 3600 + minutes * 60 + seconds
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe("the processes of a compiler", () => {
  it("are not there before there is something to do", () => {
    const processes = watchProcesses()
    compilerWith()
    expect(processes.started()).toBe(0)
  })

  it("are used again", async () => {
    const processes = watchProcesses()
    const compiler = compilerWith()
    for (let job = 0; job < 3; job++) await compileWith(compiler, html)
    expect(processes.started()).toBe(1)
  })

  it("are as many as there are jobs of different tenants, and no more than they may be", async () => {
    const processes = watchProcesses()
    const compiler = compilerWith({ size: 2 })
    await Promise.all(["a", "b", "c", "d"].map((tenantId) => compileWith(compiler, html, tenantId)))
    expect(processes.started()).toBe(2)
  })

  it("end when they have been idle, but for one", async () => {
    const processes = watchProcesses()
    const compiler = compilerWith({ size: 3, idle: Duration.millis(20) })
    await Promise.all(["a", "b", "c"].map((tenantId) => compileWith(compiler, html, tenantId)))
    await until(() => processes.alive() === 1)
    await compileWith(compiler, html)
    expect(processes.started()).toBe(3)
  })

  it("end with the scope, whatever they are doing", async () => {
    const processes = watchProcesses()
    const scope = Effect.runSync(Scope.make())
    const compiler = Effect.runSync(
      Scope.provide(makeCompiler({ ...settingsOf({}), size: 3, timeout: Duration.hours(1) }), scope)
    )
    await compileWith(compiler, html)
    const waiting = [start(compiler, "a"), start(compiler, "b"), start(compiler, "a")]
    await until(() => processes.started() === 3)
    await Effect.runPromise(Scope.close(scope, Exit.void))
    expect(processes.alive()).toBe(0)
    const exits = await Promise.all(waiting.map((fiber) => Effect.runPromise(Fiber.await(fiber))))
    expect(exits.every(Exit.hasInterrupts)).toBe(true)
    expect(processes.alive()).toBe(0)
  })

  it("end when the caller gives up, and the next job has another", async () => {
    const processes = watchProcesses()
    const compiler = compilerWith({ size: 1 })
    const bomb = start(compiler, "a")
    const queued = start(compiler, "b")
    const next = compileWith(compiler, html, "c")
    await until(() => processes.started() === 1)
    await Effect.runPromise(Fiber.interrupt(queued))
    await Effect.runPromise(Fiber.interrupt(bomb))
    expect((await next).problems).toEqual([])
    expect(processes.started()).toBe(2)
    expect(processes.alive()).toBe(1)
  })

  it("do not keep a process alive", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, argumentsOf("compileOnce"))
    expect(stdout).toBe("<p>{{name}}</p>\n")
  })

  it("end when the process that they belong to is killed, even in the middle of an endless template", async () => {
    const host = execFile(process.execPath, argumentsOf("compileForEver"))
    const [said] = (await once(host.stdout!, "data")) as [string]
    const pid = Number(said)
    await until(() => secondsOf(pid) >= 3)
    host.kill("SIGKILL")
    await until(() => !isAlive(pid))
  })

  it("hear no signal that is meant for the process that they belong to", async () => {
    const processes = watchProcesses()
    const compiler = compilerWith()
    await compileWith(compiler, html)
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      for (const child of processes.living()) child.kill(signal)
    expect((await compileWith(compiler, html)).problems).toEqual([])
    expect(processes.started()).toBe(1)
  })
})

describe("a tenant with an endless template", () => {
  it.each([2, 3])("leaves one of %i compilers to the others", async (size) => {
    const compiler = compilerWith({ size })
    // Every process is there, with MJML loaded: what counts is whose turn it is.
    await Promise.all(
      Array.from({ length: size }, (_, index) =>
        compileWith(compiler, ordinary, `tenant ${String(index)}`)
      )
    )
    const bombs = Array.from({ length: 5 }, () => start(compiler, "bomber"))
    expect((await compileWith(compiler, ordinary, "other")).problems).toEqual([])
    expect(bombs.map((fiber) => fiber.pollUnsafe())).toEqual(bombs.map(() => undefined))
    await Effect.runPromise(Fiber.interruptAll(bombs))
  })

  it("delays no send of another tenant", async () => {
    const compiler = compilerWith()
    const bomb = start(compiler, "bomber")
    expect(
      await Effect.runPromise(
        compiler.prepare("other", { subject: "{{a}}", html: "{{a}}", text: null })
      )
    ).toMatchObject({ text: null })
    await Effect.runPromise(Fiber.interrupt(bomb))
  })
})

describe("a tenant whose sends need a lot of preparing", () => {
  it.each([1, 2])(
    "lets others send and save after a few of them, with %i compilers",
    async (size) => {
      const compiler = compilerWith({ size })
      const prepare = (tenantId: string, html: string) =>
        compiler.prepare(tenantId, { subject: "", html, text: null })
      // As above.
      await Promise.all([compileWith(compiler, html, "a"), compileWith(compiler, html, "b")])
      let prepared = 0
      const flood = Array.from({ length: 40 }, () =>
        Effect.runFork(
          Effect.tap(prepare("a", laborious(400)), () =>
            Effect.sync(() => {
              prepared++
            })
          )
        )
      )
      const answers = [Effect.runPromise(prepare("b", "{{a}}")), compileWith(compiler, html, "b")]
      await Promise.all(answers)
      expect(prepared).toBeLessThan(8)
      await Effect.runPromise(Fiber.interruptAll(flood))
    }
  )
})

describe("too much at once", () => {
  it("is refused at once, for the tenant that it comes from", async () => {
    const compiler = compilerWith()
    const bomb = start(compiler, "a")
    const waiting = Array.from({ length: 100 }, () => start(compiler, "a", html))
    const refused = await Effect.runPromise(Effect.flip(compiler.compile("a", [html])))
    expect(refused).toMatchObject({ _tag: "CompilerBusy" })
    expect((await compileWith(compiler, html, "b")).problems).toEqual([])
    await Effect.runPromise(Fiber.interruptAll([bomb, ...waiting]))
    expect((await compileWith(compiler, html, "a")).problems).toEqual([])
  })
})

describe("what breaks unexpectedly", () => {
  const logged: Array<string> = []
  const logging = Logger.layer([
    Logger.make(({ message }) => {
      logged.push(JSON.stringify(message))
    })
  ])
  afterEach(() => {
    logged.length = 0
  })

  it("is a defect logged with its location, and the next job has another process", async () => {
    const compiler = compilerWith()
    const broken: object = { parts: { subject: null } }
    const exit = await Effect.runPromiseExit(
      Effect.provide(compiler.prepare("tenant", broken as never), logging)
    )
    expect(Exit.isFailure(exit) && exit.cause.reasons.map(({ _tag }) => _tag)).toEqual(["Die"])
    expect(logged).toEqual([expect.stringMatching(/failed.*Error at /)])
    expect((await compileWith(compiler, html)).problems).toEqual([])
  })

  it("is a process that was killed at its work", async () => {
    const processes = watchProcesses()
    const compiler = compilerWith()
    await compileWith(compiler, html)
    const job = Effect.runFork(Effect.provide(compiler.compile("a", [endless]), logging))
    processes.living()[0]?.kill("SIGKILL")
    expect(Exit.isFailure(await Effect.runPromise(Fiber.await(job)))).toBe(true)
    expect(logged).toEqual([expect.stringContaining("it was killed by SIGKILL")])
    expect((await compileWith(compiler, html)).problems).toEqual([])
  })

  it("is no defect if it is a stored template that takes too long", async () => {
    const compiler = compilerWith({ timeout: Duration.millis(1) })
    const parts = { subject: laborious(), html: laborious(), text: laborious() }
    const failure = await Effect.runPromise(
      Effect.provide(Effect.flip(compiler.prepare("tenant", parts)), logging)
    )
    expect(failure).toMatchObject({
      reason: "time",
      message: "Preparing the template took too long. Nothing was stored; try again in a moment."
    })
    expect(logged).toEqual([expect.stringContaining("could not be prepared")])
  })

  it("is a program that isn't there, and says what to do", () => {
    expect(() => forkProgram(96, "/nowhere/compiler.js")).toThrow(
      "/nowhere/compiler.js, which compiles templates, is missing: keep @telemark/templates out of the bundle"
    )
  })
})

describe("a process that ended by itself", () => {
  const exited = (code: number | null, signal: string | null = null) => ({ code, signal })
  it.each([
    [exited(null, "SIGABRT"), true, "memory"],
    [exited(134), true, "memory"],
    [exited(null, "SIGTRAP"), true, "memory"],
    [exited(null, "SIGKILL"), true, "broken"],
    [exited(1), true, "broken"],
    [exited(null, "SIGABRT"), false, "not started"],
    [exited(null, "SIGKILL"), false, "not started"],
    [exited(1), false, "broken"]
  ] as const)("with %j, its job begun: %j, means %s", (how, hasStarted, ending) => {
    expect(endingOf(how, hasStarted)).toBe(ending)
  })
})
