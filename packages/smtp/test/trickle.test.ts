import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "@telemark-tools/clock"
import type { Socket } from "node:net"
import { vi } from "vitest"
import { login, openOwnServers, serverAt } from "./ownServerSupport.js"
import { makeMessage } from "./support.js"
import { talking } from "./talking.js"

const greeting = "220 trickle.test\r\n"
const offers = "250-trickle.test\r\n250 AUTH PLAIN\r\n"

/** Says a character now and then. */
const trickle = (socket: Socket): void => {
  const timer = setInterval(() => socket.write("2"), 20)
  socket.on("close", () => clearInterval(timer))
}

/** Says empty lines, as many and as quickly as they are taken. */
const flood = (socket: Socket): void => {
  const pour = (): void => {
    while (!socket.destroyed && socket.write("\r\n".repeat(4096)));
  }
  socket.on("drain", pour)
  pour()
}

describe("a server that always says a little", () => {
  it.effect.each([
    ["instead of a greeting", "greeting", []],
    ["instead of its capabilities", "greeting", [greeting]],
    ["at the login", "auth", [greeting, offers]],
    ["at the sender", "mail", [greeting, offers, "235 Welcome\r\n"]]
  ] as const)("is left after a while, %s", ([, stage, lines]) =>
    Effect.gen(function* () {
      let trickling = 0
      const { port } = yield* talking(
        (socket) => {
          trickling++
          trickle(socket)
        },
        ...lines
      )
      const now = performance.now.bind(performance)
      let passed = 0
      const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + passed)
      yield* Effect.addFinalizer(() => Effect.sync(() => clock.mockRestore()))
      const { deliver } = yield* openOwnServers()
      const fiber = yield* Effect.forkChild(deliver(serverAt(port), makeMessage()))
      while (fiber.pollUnsafe() === undefined) {
        yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
        if (trickling === 0) continue
        passed += 60_000
        yield* TestClock.adjust("1 minute")
      }
      expect(yield* Fiber.join(fiber)).toMatchObject({
        _tag: "Broken",
        stage,
        reason: "timeout",
        ambiguous: false
      })
    })
  )

  it.effect("is left if it wants ever more at the login", () =>
    Effect.gen(function* () {
      const { port } = yield* talking(
        trickle,
        greeting,
        offers,
        ...Array<string>(1000).fill(`334 ${"A".repeat(500)}\r\n`)
      )
      const { test } = yield* openOwnServers()
      expect(yield* Effect.flip(test(serverAt(port, { username: login.user })))).toMatchObject({
        stage: "protocol"
      })
    })
  )
})

describe("a server that says empty lines without end", () => {
  it.effect.each([
    ["instead of a greeting", "greeting", []],
    ["instead of its capabilities", "greeting", [greeting]],
    ["at the login", "auth", [greeting, offers]],
    ["at the sender", "mail", [greeting, offers, "235 Welcome\r\n"]]
  ] as const)("is left at once, %s", ([, stage, lines]) =>
    Effect.gen(function* () {
      const { port, sockets } = yield* talking(flood, ...lines)
      const { deliver } = yield* openOwnServers()
      expect(yield* deliver(serverAt(port), makeMessage())).toMatchObject({
        _tag: "Broken",
        stage,
        ambiguous: false
      })
      yield* Effect.promise(async () => {
        for (const socket of sockets)
          if (!socket.destroyed)
            await new Promise<void>((resolve) => {
              socket.once("close", () => {
                resolve()
              })
            })
      })
    })
  )
})
