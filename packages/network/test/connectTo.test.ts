import { describe, expect, it } from "@effect/vitest"
import { ConnectFailed, connectTo, systemAddresses } from "@telemark/network"
import { Cause, Effect, Exit, Fiber, Scheduler } from "effect"
import { spawn } from "node:child_process"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { once } from "node:events"
import { Socket } from "node:net"
import { alternateFamilies } from "../src/connection/connectTo.js"
import { closing, counter, patient, reasonOf } from "./support.js"

/** Calls it with every socket that is opened meanwhile, before it is connected. */
const watching = (look: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const listener = (message: unknown): void => {
        if (
          typeof message === "object" &&
          message !== null &&
          "socket" in message &&
          message.socket instanceof Socket
        )
          look(message.socket)
      }
      subscribe("net.client.socket", listener)
      return listener
    }),
    (listener) => Effect.sync(() => unsubscribe("net.client.socket", listener))
  )

/**
 * A process that listens and takes nobody in: what is sent to it is lost once its queue is full.
 */
const frozen = Effect.acquireRelease(
  Effect.promise(async () => {
    const server =
      "const s = require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => process.stdout.write(String(s.address().port)))"
    const child = spawn(process.execPath, ["-e", server], { stdio: ["ignore", "pipe", "inherit"] })
    const [port] = await once(child.stdout, "data")
    child.kill("SIGSTOP")
    return { child, port: Number(port) }
  }),
  ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
)

/** Lets a fiber yield before its next step once that is due, as it does after many steps. */
class YieldingOnce extends Scheduler.MixedScheduler {
  isDue = false
  override shouldYield(): boolean {
    const yields = this.isDue
    this.isDue = false
    return yields
  }
}

/** Others in this process may open some, such as a pool that another file's test has left behind. */
const to =
  (port: number, look: (socket: Socket) => void) =>
  (socket: Socket): void => {
    socket.once("connectionAttempt", (_: string, tried: number) => {
      if (tried === port) look(socket)
    })
  }

describe("the addresses that are tried", () => {
  it("are four, each once, IPv4 and IPv6 by turns", () => {
    expect(
      alternateFamilies(["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8::4", "192.0.2.1"])
    ).toEqual(["2001:db8::1", "192.0.2.1", "2001:db8::2", "2001:db8::3"])
    expect(
      alternateFamilies(["192.0.2.1", "192.0.2.1", "2001:db8::1", "2001:db8::2", "2001:db8::3"])
    ).toEqual(["192.0.2.1", "2001:db8::1", "2001:db8::2", "2001:db8::3"])
    expect(alternateFamilies(["192.0.2.1"])).toEqual(["192.0.2.1"])
    expect(alternateFamilies([])).toEqual([])
  })

  it.live("are left for the next one when they refuse", () =>
    Effect.gen(function* () {
      const server = yield* counter()
      const socket = yield* closing(connectTo(["::1", "127.0.0.1"], server.port, patient))
      expect(socket.remoteAddress).toBe("127.0.0.1")
    })
  )

  it.live("are tried beside one that swallows what is sent to it", () =>
    Effect.gen(function* () {
      const { port } = yield* frozen
      // The system takes the first ones in for the process.
      for (let taken = true; taken;) {
        const filling = closing(connectTo(["127.0.0.1"], port, { connect: 300 }))
        taken = Exit.isSuccess(yield* Effect.exit(filling))
      }
      const server = yield* counter("127.0.0.2", port)
      const sockets: Array<Socket> = []
      yield* watching(to(port, (socket) => sockets.push(socket)))
      const addresses = ["127.0.0.1", "127.0.0.2"]
      const socket = yield* closing(connectTo(addresses, server.port, patient))
      expect(socket.remoteAddress).toBe("127.0.0.2")
      expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false])
    })
  )

  it.live("are four at most", () =>
    Effect.gen(function* () {
      const server = yield* counter()
      const addresses = [2, 3, 4, 5, 1].map((last) => `::ffff:127.0.0.${String(last)}`)
      let sockets = 0
      yield* watching(to(server.port, () => sockets++))
      expect(yield* reasonOf(connectTo(addresses, server.port, patient))).toBe("refused")
      expect(sockets).toBe(4)
      expect(server.count()).toBe(0)
    })
  )
})

describe("a connection", () => {
  it.effect("to no address fails as dns", () =>
    Effect.map(reasonOf(connectTo([], 25, patient)), (reason) => expect(reason).toBe("dns"))
  )

  it.live("that no server accepts in time fails as timeout, with its socket closed", () =>
    Effect.gen(function* () {
      const { port } = yield* frozen
      const sockets: Array<Socket> = []
      yield* watching((socket) => sockets.push(socket))
      const attempt = closing(connectTo(["127.0.0.1"], port, { connect: 300 }))
      // The system takes the first ones in for the process.
      const outcomes = yield* Effect.forEach([1, 2, 3, 4, 5], () => Effect.exit(attempt))
      expect(
        outcomes.filter(Exit.isFailure).map(({ cause }) => Cause.squash(cause))
      ).toContainEqual(new ConnectFailed({ reason: "timeout" }))
      expect(sockets.at(-1)?.destroyed).toBe(true)
    })
  )

  it.live("survives an error without a listener", () =>
    Effect.gen(function* () {
      const server = yield* counter()
      const socket = yield* closing(connectTo(["127.0.0.1"], server.port, patient))
      expect(socket.emit("error", new Error("reset"))).toBe(true)
    })
  )

  it.live("that is interrupted while it comes about is closed", () =>
    Effect.gen(function* () {
      const server = yield* counter()
      const sockets: Array<Socket> = []
      yield* watching((socket) => sockets.push(socket))
      const fiber = yield* Effect.forkChild(connectTo(["127.0.0.1"], server.port, patient))
      while (sockets.length === 0) yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      expect(sockets[0]?.destroyed).toBe(true)
    })
  )

  it.live("that is interrupted at the very moment in which it is there is closed too", () =>
    Effect.gen(function* () {
      const server = yield* counter()
      let interrupt = (): void => {}
      const sockets: Array<Socket> = []
      const scheduler = new YieldingOnce()
      yield* watching((socket) => {
        sockets.push(socket)
        socket.once("connect", () => {
          scheduler.isDue = true
        })
        // Registered last, so it runs in the same turn right after that which goes on with the
        // connection.
        queueMicrotask(() => socket.once("connect", () => interrupt()))
      })
      const fiber = yield* connectTo(["127.0.0.1"], server.port, patient).pipe(
        Effect.provideService(Scheduler.Scheduler, scheduler),
        Effect.forkChild
      )
      interrupt = () => fiber.interruptUnsafe()
      expect(Exit.hasInterrupts(yield* Fiber.await(fiber))).toBe(true)
      expect(sockets[0]?.destroyed).toBe(true)
    })
  )
})

describe("the system's addresses", () => {
  it.live("of an address are itself, unchecked", () =>
    Effect.gen(function* () {
      expect(yield* systemAddresses("127.0.0.1", 0)).toEqual(["127.0.0.1"])
      expect(yield* systemAddresses("::1", 0)).toEqual(["::1"])
    })
  )

  it.live("of a name come from its hosts file too", () =>
    Effect.map(systemAddresses("localhost", patient.dns), (addresses) =>
      expect(["127.0.0.1", "::1"]).toEqual(expect.arrayContaining([...addresses]))
    )
  )

  it.live("of a name that can't be one fail as dns", () =>
    Effect.map(reasonOf(systemAddresses("a..b", patient.dns)), (reason) =>
      expect(reason).toBe("dns")
    )
  )
})
