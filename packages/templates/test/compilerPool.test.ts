import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { fileURLToPath } from "node:url"
import { Duration, Effect, Exit, Fiber, Scope } from "effect"
import { describe, expect, it } from "vitest"
import { type Compiler, makeCompiler, settingsOf } from "../src/Compiler/index.js"
import { compileWith, compilerWith, endless, ordinary, until, watchThreads } from "./support.js"

const html = { html: "<p>{{name}}</p>" }

const start = (compiler: Compiler, tenantId: string, source = endless) => Effect.runFork(compiler.compile(tenantId, [source]))

describe("the threads of a compiler", () => {
  it("are not there before there is something to do", () => {
    const threads = watchThreads()
    compilerWith()
    expect(threads.started()).toBe(0)
  })

  it("are used again", async () => {
    const threads = watchThreads()
    const compiler = compilerWith()
    for (let job = 0; job < 3; job++) await compileWith(compiler, html)
    expect(threads.started()).toBe(1)
  })

  it("are as many as there are jobs of different tenants, and no more than they may be", async () => {
    const threads = watchThreads()
    const compiler = compilerWith({ size: 2 })
    await Promise.all(["a", "b", "c", "d"].map((tenantId) => compileWith(compiler, html, tenantId)))
    expect(threads.started()).toBe(2)
  })

  it("end when they have been idle, but for one", async () => {
    const threads = watchThreads()
    const compiler = compilerWith({ size: 3, idle: Duration.millis(20) })
    await Promise.all(["a", "b", "c"].map((tenantId) => compileWith(compiler, html, tenantId)))
    await until(() => threads.alive() === 1)
    await compileWith(compiler, html)
    expect(threads.started()).toBe(3)
  })

  it("end with the scope, whatever they are doing", async () => {
    const threads = watchThreads()
    const scope = Effect.runSync(Scope.make())
    const compiler = Effect.runSync(Scope.extend(makeCompiler({ ...settingsOf({}), size: 3 }), scope))
    await compileWith(compiler, html)
    const waiting = [start(compiler, "a"), start(compiler, "b"), start(compiler, "a")]
    await until(() => threads.started() === 3)
    await Effect.runPromise(Scope.close(scope, Exit.void))
    expect(threads.alive()).toBe(0)
    const exits = await Promise.all(waiting.map((fiber) => Effect.runPromise(Fiber.await(fiber))))
    expect(exits.every(Exit.isInterrupted)).toBe(true)
    expect(threads.alive()).toBe(0)
  })

  it("end when the caller gives up, and the next job has another", async () => {
    const threads = watchThreads()
    const compiler = compilerWith({ size: 1 })
    const bomb = start(compiler, "a")
    const queued = start(compiler, "b")
    const next = compileWith(compiler, html, "c")
    await until(() => threads.started() === 1)
    await Effect.runPromise(Fiber.interrupt(queued))
    await Effect.runPromise(Fiber.interrupt(bomb))
    expect((await next).problems).toEqual([])
    expect(threads.started()).toBe(2)
    expect(threads.alive()).toBe(1)
  })

  it("do not keep a process alive", async () => {
    const program = fileURLToPath(new URL("./programs/compileOnce.ts", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@telemark/source", "--import", "tsx", program], { timeout: 60_000 })
    expect(stdout).toBe("<p>{{name}}</p>\n")
  }, 60_000)
})

describe("a tenant with an endless template", () => {
  it.each([2, 3])("leaves one of %i compilers to the others", async (size) => {
    const compiler = compilerWith({ size })
    const bombs = Array.from({ length: 5 }, () => start(compiler, "bomber"))
    expect((await compileWith(compiler, ordinary, "other")).problems).toEqual([])
    expect(bombs.map((fiber) => fiber.unsafePoll())).toEqual(bombs.map(() => null))
    await Effect.runPromise(Fiber.interruptAll(bombs))
  })

  it("holds up no send", async () => {
    const compiler = compilerWith()
    const bomb = start(compiler, "bomber")
    expect(await Effect.runPromise(compiler.prepare({ subject: "{{a}}", html: "{{a}}", text: null }))).toMatchObject({ text: null })
    await Effect.runPromise(Fiber.interrupt(bomb))
  })
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
  it("is a defect, and the next job has another thread", async () => {
    const compiler = compilerWith()
    const broken: object = { parts: { subject: null } }
    const exit = await Effect.runPromiseExit(compiler.prepare(broken as never))
    expect(Exit.isFailure(exit) && exit.cause._tag).toBe("Die")
    expect((await compileWith(compiler, html)).problems).toEqual([])
  })
})
