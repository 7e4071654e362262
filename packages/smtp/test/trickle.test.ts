import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Socket } from "node:net"
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
  it.scopedLive.each([
    ["instead of a greeting", "greeting", []],
    ["instead of its capabilities", "greeting", [greeting]],
    ["at the login", "auth", [greeting, offers]],
    ["at the sender", "mail", [greeting, offers, "235 Welcome\r\n"]]
  ] as const)("is left after a while, %s", ([, stage, lines]) =>
    Effect.gen(function* () {
      const { port } = yield* talking(trickle, ...lines)
      const { deliver } = yield* openOwnServers({
        timeouts: { greeting: "1500 millis", command: "1 second" }
      })
      expect(yield* deliver(serverAt(port), makeMessage())).toMatchObject({
        _tag: "Broken",
        stage,
        reason: "timeout",
        ambiguous: false
      })
    })
  )

  it.scopedLive("is left if it wants ever more at the login", () =>
    Effect.gen(function* () {
      const { port } = yield* talking(
        trickle,
        greeting,
        offers,
        ...Array<string>(1000).fill(`334 ${"A".repeat(500)}\r\n`)
      )
      const { test } = yield* openOwnServers({
        timeouts: { greeting: "60 seconds", command: "60 seconds" }
      })
      expect(yield* Effect.flip(test(serverAt(port, { username: login.user })))).toMatchObject({
        stage: "protocol"
      })
    })
  )
})

describe("a server that says empty lines without end", () => {
  it.scopedLive.each([
    ["instead of a greeting", "greeting", []],
    ["instead of its capabilities", "greeting", [greeting]],
    ["at the login", "auth", [greeting, offers]],
    ["at the sender", "mail", [greeting, offers, "235 Welcome\r\n"]]
  ] as const)("is left at once, %s", ([, stage, lines]) =>
    Effect.gen(function* () {
      const { port, sockets } = yield* talking(flood, ...lines)
      const { deliver } = yield* openOwnServers({
        timeouts: { greeting: "60 seconds", command: "60 seconds" }
      })
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
