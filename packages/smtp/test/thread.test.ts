import { describe, expect, it } from "@effect/vitest"
import type { MessageLinks, OutgoingMessage, Transport } from "@telemark/core"
import { cut, say, smtpPeer, stall } from "@telemark/testing"
import { Deferred, Effect, Exit, Fiber, Logger, Scope } from "effect"
import { Worker } from "node:worker_threads"
import { onTestFinished, vi } from "vitest"
import { publish } from "./signatures.js"
import { makeBody, makeFile, makeMessage, makeMessageWith, open } from "./support.js"

const links: MessageLinks = {
  pixel: "https://mail.example.net/t/o/OPEN",
  click: {
    start: "https://mail.example.net/t/c/",
    endFor: (target) => (target.endsWith("/own") ? undefined : `to/${target.length}`)
  },
  unsubscribe: {
    page: "https://mail.example.net/u/PAGE",
    preferences: "https://mail.example.net/u/PAGE/preferences",
    mailto: undefined
  }
}
const linked = makeBody({
  html: '<p>Ü <a href="https://shop.example/a?b=1&amp;c">a</a> <a href="https://shop.example/own">b</a>',
  text: null
})

const to = (recipient: string, more: Partial<OutgoingMessage> = {}) =>
  makeMessage({ recipient: `${recipient}@example.org`, ...more })

const messages: ReadonlyArray<readonly [string, OutgoingMessage]> = [
  ["a plain one", to("plain")],
  [
    "one with a return path",
    to("bounced", { return_path: { address: "b+1@bounce.example", reports_success: true } })
  ],
  ["one with tracked links", to("tracked", { body: linked, links })],
  [
    "another of the same send",
    to("tracked2", { body: linked, links: { ...links, pixel: undefined } })
  ],
  [
    "one with files",
    makeMessageWith(
      [makeFile("a.bin", Buffer.alloc(70_000, 7)), makeFile("b.txt", "Ünï")],
      {},
      { recipient: "files@example.org" }
    )
  ],
  ["a signed one", to("signed", { signing: [publish("rsa").key, publish("ed25519").key] })],
  [
    "one whose key is none",
    to("key", { signing: [{ ...publish("rsa").key, algorithm: "ed25519" }] })
  ],
  ["one that can't be composed", to("x>\r\nRCPT TO:<y")],
  ["one that needs SMTPUTF8", to("jürgen")],
  ["a recipient refused for good", to("gone")],
  ["one refused for now, by a server that hangs up", to("busy")],
  ["a reply that is no reply", to("strange")],
  ["a connection lost in the middle", to("lost")],
  ["a connection lost after the final dot", to("unclear")],
  ["silence", to("silent")]
]

const rules = [
  say("rcpt", "550-5.1.1 No such user\r\n550 5.1.1 here, ürsula", { to: "gone" }),
  say("rcpt", "421 4.7.0 Too much from you", { to: "busy" }),
  say("rcpt", "HTTP/1.1 400 Bad Request", { to: "strange" }),
  cut("message", "rst", { to: "lost" }),
  cut("end_of_data", "fin", { to: "unclear" }),
  stall("end_of_data", { to: "silent" })
]

/** Threads that were begun, and what was posted to them. */
const watchPosts = () => {
  const spy = vi.spyOn(Worker.prototype, "postMessage")
  onTestFinished(() => {
    spy.mockRestore()
  })
  return spy
}

type Service = typeof Transport.Service

const begun = (transport: Service, message: OutgoingMessage) => {
  const outcome = Deferred.makeUnsafe<unknown>()
  const stop = transport.begin?.(message, (made) => {
    Deferred.doneUnsafe(outcome, Effect.succeed(made))
  })
  return { outcome: Deferred.await(outcome), stop: () => stop?.() }
}

describe("a transport in a thread", () => {
  it.live("sends the same octets, and has the same outcomes, as one without", () =>
    Effect.gen(function* () {
      const logged: Array<unknown> = []
      const logger = Logger.layer([Logger.make(({ message }) => void logged.push(message))])
      const deliverAll = (thread: boolean) =>
        Effect.gen(function* () {
          const peer = yield* smtpPeer({ rules, smtputf8: false })
          const transport = yield* open({ url: peer.url, thread, timeouts: { endOfData: 3000 } })
          const outcomes = yield* Effect.forEach(messages, ([name, message]) =>
            Effect.map(transport.deliver(message), (outcome) => [name, outcome] as const)
          )
          return { outcomes, sources: peer.mails.map(({ source }) => source.toString()) }
        })
      const [without, within] = yield* Effect.forEach([false, true], deliverAll, {
        concurrency: 2
      }).pipe(Effect.provide(logger))
      expect(within?.outcomes).toStrictEqual(without?.outcomes)
      expect(within?.sources).toStrictEqual(without?.sources)
      expect(within?.sources).toHaveLength(6)
      // A key that is none is logged on either side, in the same words.
      expect(logged).toHaveLength(2)
      expect(logged[1]).toStrictEqual(logged[0])
    })
  )

  it.live("gets what one turn begins in one piece, and what a send shares once", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const transport = yield* open({ url: peer.url, thread: true })
      const posts = watchPosts()
      const body = makeBody()
      const ends = Array.from(
        { length: 50 },
        (_, index) => begun(transport, to(`a${String(index)}`, { body })).outcome
      )
      const outcomes = yield* Effect.all(ends)
      expect(outcomes).toHaveLength(50)
      expect(posts).toHaveBeenCalledTimes(1)
      expect(posts.mock.calls[0]?.[0]).toMatchObject({
        bodies: { added: [[1, body]] },
        messages: { length: 50 }
      })
      expect(peer.mails).toHaveLength(50)
    })
  )

  it.live("ends what waits for a connection, and not what was sent", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ rules: [stall("end_of_data", { to: "sent", keep: true })] })
      const transport = yield* open({
        url: peer.url,
        thread: true,
        connections: 1,
        timeouts: { endOfData: 3000 }
      })
      const sent = begun(transport, to("sent"))
      yield* Effect.promise(() => peer.until(({ mails }) => mails.length === 1))
      const waiting = begun(transport, to("waiting"))
      const inFiber = yield* Effect.forkChild(transport.deliver(to("waiting2")), {
        startImmediately: true
      })
      waiting.stop()
      sent.stop()
      expect(yield* waiting.outcome).toBeUndefined()
      expect(
        Exit.hasInterrupts(yield* Effect.andThen(Fiber.interrupt(inFiber), Fiber.await(inFiber)))
      ).toBe(true)
      expect(yield* sent.outcome).toMatchObject({ stage: "end_of_data", ambiguous: true })
      expect(peer.mails).toHaveLength(1)
    })
  )

  it.live("that dies may have sent what it had, and the next message begins another", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer({ rules: [stall("end_of_data", { to: "held", keep: true })] })
      const posts = watchPosts()
      const transport = yield* open({ url: peer.url, thread: true })
      const held = begun(transport, to("held"))
      yield* Effect.promise(() => peer.until(({ mails }) => mails.length === 1))
      const thread = posts.mock.contexts[0] as Worker
      const late = Deferred.makeUnsafe<unknown>()
      thread.prependOnceListener("exit", () => {
        transport.begin?.(to("late"), (made) => {
          Deferred.doneUnsafe(late, Effect.succeed(made))
        })
      })
      yield* Effect.promise(() => thread.terminate())
      // It hadn't crossed yet.
      expect(yield* Deferred.await(late)).toMatchObject({ stage: "connect", ambiguous: false })
      expect(yield* held.outcome).toStrictEqual({
        _tag: "Broken",
        provider: "smtp",
        stage: "end_of_data",
        reason: "internal",
        ambiguous: true
      })
      expect(yield* transport.deliver(to("next"))).toMatchObject({ _tag: "Accepted" })
      expect(posts.mock.contexts.at(-1)).not.toBe(thread)
      expect(peer.mails).toHaveLength(2)
    }).pipe(Effect.provide(Logger.layer([])))
  )

  it.live("quits its connections and ends when its scope closes", () =>
    Effect.gen(function* () {
      const peer = yield* smtpPeer()
      const posts = watchPosts()
      const scope = yield* Scope.make()
      const transport = yield* Scope.provide(open({ url: peer.url, thread: true }), scope)
      yield* transport.deliver(to("ada"))
      const thread = posts.mock.contexts[0] as Worker
      yield* Scope.close(scope, Exit.void)
      expect(peer.commands.at(-1)).toBe("QUIT")
      // The id of a thread that has ended.
      expect(thread.threadId).toBe(-1)
    })
  )
})
