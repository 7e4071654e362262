import { describe, expect, it } from "@effect/vitest"
import { openConnection } from "@telemark-tools/connections"
import { Deferred, Effect, Exit, Fiber, Option, Result, Scope } from "effect"
import { Agent, get, type IncomingMessage, type ServerResponse } from "node:http"
import { connect, type Socket } from "node:net"
import { listen, type ListenOptions } from "../src/serve/listen.js"

const open = (
  scope: Scope.Scope,
  listener: ListenOptions["listener"],
  options: Partial<ListenOptions> = {}
) =>
  Effect.map(
    Scope.provide(
      listen({
        host: "127.0.0.1",
        port: 0,
        keepAlive: 3_600_000,
        drain: "1 hour",
        listener,
        ...options
      }),
      scope
    ),
    ({ port }) => port
  )

const ask = (
  port: number,
  agent?: Agent
): Effect.Effect<{ readonly body: string; readonly connection: string | undefined }, Error> =>
  Effect.callback((resume) => {
    get({ host: "127.0.0.1", port, ...(agent === undefined ? {} : { agent }) }, (response) => {
      let body = ""
      response.setEncoding("utf8").on("data", (part: string) => {
        body += part
      })
      response.on("end", () => {
        resume(Effect.succeed({ body, connection: response.headers.connection }))
      })
      response.on("error", (error) => {
        resume(Effect.fail(error))
      })
    }).on("error", (error) => {
      resume(Effect.fail(error))
    })
  })

const dial = (port: number): Effect.Effect<Socket> =>
  Effect.callback((resume) => {
    const socket = connect(port, "127.0.0.1", () => {
      resume(Effect.succeed(socket))
    })
  })

/** A listener that tells when a request has come, and answers when it is told to. */
const makePendingListener = Effect.gen(function* () {
  const arrived = yield* Deferred.make<ServerResponse>()
  const listener = (_: IncomingMessage, response: ServerResponse) => {
    Deferred.doneUnsafe(arrived, Effect.succeed(response))
  }
  return { arrived: Deferred.await(arrived), listener }
})

describe("the listener", () => {
  it.live("accepts requests until its scope closes, and none after", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const port = yield* open(scope, (_, response) => {
        response.end("hello")
      })
      expect((yield* ask(port)).body).toBe("hello")
      yield* Scope.close(scope, Exit.void)
      expect(Result.isFailure(yield* Effect.result(ask(port)))).toBe(true)
    })
  )

  it.live("tells clients how long it keeps a connection without a request, and ends it then", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const port = yield* open(scope, (_, response) => response.end("hello"), { keepAlive: 1000 })
      yield* Effect.promise(async () => {
        const connection = await openConnection(port)
        await connection.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n")
        expect(await connection.closed()).toMatch(
          /^HTTP\/1\.1 200 OK\r\n.*keep-alive: timeout=1\r\n/is
        )
      })
      yield* Scope.close(scope, Exit.void)
    })
  )

  it.live("lets a request in flight finish, and ends its connection after it", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { arrived, listener } = yield* makePendingListener
      const port = yield* open(scope, listener)
      const agent = new Agent({ keepAlive: true })
      const asking = yield* Effect.forkChild(ask(port, agent))
      const response = yield* arrived
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Effect.repeat(Effect.yieldNow, { until: () => !response.shouldKeepAlive })
      expect(Option.fromUndefinedOr(closing.pollUnsafe())).toMatchObject({ _tag: "None" })
      response.end("late")
      expect(yield* Fiber.join(asking)).toEqual({ body: "late", connection: "close" })
      yield* Fiber.join(closing)
      agent.destroy()
    })
  )

  it.live("ends the connection of an answer that has begun already", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { arrived, listener } = yield* makePendingListener
      const port = yield* open(scope, listener)
      const agent = new Agent({ keepAlive: true })
      const asking = yield* Effect.forkChild(ask(port, agent))
      const response = yield* arrived
      response.write("be")
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Effect.repeat(Effect.yieldNow, { until: () => !response.shouldKeepAlive })
      response.end("gun")
      expect((yield* Fiber.join(asking)).body).toBe("begun")
      yield* Fiber.join(closing)
      agent.destroy()
    })
  )

  it.live("doesn't wait for connections without a request", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const port = yield* open(scope, (_, response) => {
        response.end("hello")
      })
      const agent = new Agent({ keepAlive: true })
      yield* ask(port, agent)
      const silent = yield* dial(port)
      const ended = Effect.callback<void>((resume) => {
        silent
          .once("close", () => {
            resume(Effect.void)
          })
          .resume()
      })
      yield* Effect.all([Scope.close(scope, Exit.void), ended], { concurrency: "unbounded" })
      agent.destroy()
    })
  )

  it.live(
    "forgets the requests of a connection that was lost, also those that stood behind another one",
    () =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const lost = yield* Deferred.make<void>()
        const all = yield* Deferred.make<void>()
        const responses: Array<ServerResponse> = []
        const port = yield* open(scope, ({ socket }, response) => {
          if (responses.push(response) === 1)
            socket.once("close", () => {
              Deferred.doneUnsafe(lost, Effect.void)
            })
          if (responses.length === 3) Deferred.doneUnsafe(all, Effect.void)
        })
        const socket = yield* dial(port)
        socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(3))
        yield* Deferred.await(all)
        socket.resetAndDestroy()
        yield* Deferred.await(lost)
        yield* Scope.close(scope, Exit.void)
        // Closing has touched none of them: it only knows of what is in flight.
        expect(responses.map(({ shouldKeepAlive }) => shouldKeepAlive)).toEqual([true, true, true])
      })
  )

  it.live("finishes pipelined requests on a connection", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const all = yield* Deferred.make<void>()
      const responses: Array<ServerResponse> = []
      const port = yield* open(scope, (_, response) => {
        if (responses.push(response) === 3) Deferred.doneUnsafe(all, Effect.void)
      })
      const connection = yield* Effect.promise(() => openConnection(port))
      yield* Effect.promise(() =>
        connection.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(3))
      )
      yield* Deferred.await(all)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* Effect.repeat(Effect.yieldNow, {
        until: () => responses.at(-1)?.shouldKeepAlive === false
      })
      for (const [index, response] of responses.entries())
        response.writeHead(200 + index, { "content-length": 1 }).end("x")
      const received = yield* Effect.promise(() => connection.closed())
      expect([...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
        "200",
        "201",
        "202"
      ])
      yield* Fiber.join(closing)
    })
  )

  it.live("cuts off what isn't finished at the deadline", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { arrived, listener } = yield* makePendingListener
      const port = yield* open(scope, listener, { drain: "10 millis" })
      const asking = yield* Effect.forkChild(Effect.result(ask(port)))
      yield* arrived
      yield* Scope.close(scope, Exit.void)
      expect(Result.isFailure(yield* Fiber.join(asking))).toBe(true)
    })
  )

  it.live("says what to do when the port is taken", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const options = {
          host: "127.0.0.1",
          keepAlive: 1000,
          listener: () => undefined,
          drain: 0
        }
        const { port } = yield* listen({ ...options, port: 0 })
        const failure = yield* Effect.flip(listen({ ...options, port }))
        expect(failure).toMatchObject({ _tag: "ListenFailed", reason: "EADDRINUSE" })
        expect(failure.message).toContain(`Port ${port} of 127.0.0.1 is in use already`)
        expect(failure.message).toContain("TELEMARK_PORT")
      })
    )
  )

  it.live("says what to do when the address isn't this machine's", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const failure = yield* Effect.flip(
          listen({
            host: "192.0.2.1",
            port: 0,
            keepAlive: 1000,
            listener: () => undefined,
            drain: 0
          })
        )
        expect(failure.message).toContain("TELEMARK_HOST")
      })
    )
  )
})
