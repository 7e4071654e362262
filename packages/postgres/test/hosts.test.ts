import { describe, expect, it } from "@effect/vitest"
import { freePort } from "@telemark-tools/connections"
import { urlsOfHosts, WakeUp } from "@telemark/core"
import { layer } from "@telemark/postgres"
import { Context, Effect, Layer } from "effect"
import { makeHostClient } from "../src/hostClient.js"
import { open } from "../src/open.js"
import { ask, fresh, watcher } from "./fresh.js"
import { proxy } from "./proxy.js"

/** The URL with several ports of this machine. */
const withPorts = (url: string, ...ports: ReadonlyArray<number>): string =>
  url.replace(/127\.0\.0\.1:\d+/, ports.map((port) => `127.0.0.1:${String(port)}`).join())

const portOf = (url: string): number => Number(new URL(url).port)

const refusal = (url: string) =>
  Effect.map(Effect.flip(open({ url, startTimeout: 0 })), ({ cause }) =>
    cause instanceof Error ? cause.message : ""
  )

const nobody = Effect.promise(freePort)

it("the hosts of a URL are tried one by one, each with the rest of it", () => {
  expect(urlsOfHosts("postgres://ada:a,b@a,b:2,[::1]:3/mail?x=1,2")).toEqual([
    "postgres://ada:a,b@a/mail?x=1,2",
    "postgres://ada:a,b@b:2/mail?x=1,2",
    "postgres://ada:a,b@[::1]:3/mail?x=1,2"
  ])
  for (const url of ["postgres://a:1/mail", "postgres:///mail?host=/run", "postgres://a:b,c@d/e"])
    expect(urlsOfHosts(url)).toEqual([url])
})

it("a connection that is lost while nobody uses it doesn't end the process", () => {
  const Client = makeHostClient(() => [{}])
  expect(new Client().emit("error", new Error("terminated"))).toBe(true)
})

describe("of several hosts", () => {
  it.live("one that isn't there is passed over, also by the connection that listens", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const several = withPorts(url, yield* nobody, portOf(url))
      const context = yield* Layer.build(layer({ url: several, startTimeout: 0 }))
      yield* Effect.flatten(Context.get(context, WakeUp).listen)
    })
  )

  it.live("one that says nothing is passed over at the start, too", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const silent = yield* proxy(portOf(url))
      silent.freeze()
      const several = withPorts(url, silent.port, portOf(url))
      yield* open({ url: several, connectTimeout: "3 seconds", startTimeout: 0 })
    })
  )

  it.live("another is used once the first is gone", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const first = yield* proxy(portOf(url))
      const { sql } = yield* open({ url: withPorts(url, first.port, portOf(url)) })
      const port = sql<{ readonly port: number }>`SELECT inet_client_port() AS port`
      yield* port
      first.close()
      // Whoever comes before its end was heard of has lost; nobody after that has.
      yield* Effect.retry(port, { times: 1 })
    })
  )

  it.live("none is used that can't be written to, and one is as soon as it can", () =>
    Effect.gen(function* () {
      const url = yield* fresh
      const name = new URL(url).pathname.slice(1)
      const operator = yield* watcher(url)
      const [gone, port] = [yield* nobody, portOf(url)]
      const several = withPorts(url, gone, port)
      const { sql } = yield* open({ url: several, startTimeout: 0 })
      const closeAll =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'telemark'"
      yield* ask(operator, "SET default_transaction_read_only = off")
      yield* ask(operator, `ALTER DATABASE ${name} SET default_transaction_read_only = on`)
      yield* ask(operator, closeAll)
      const why = "it can't be written to: it is a standby, or its transactions are read-only"
      expect(yield* refusal(several)).toBe(
        `The database 127.0.0.1:${String(gone)},127.0.0.1:${String(port)}/${name} can't be used: ${why}.`
      )
      expect(yield* refusal(`${url}?target_session_attrs=read-write`)).toContain(why)
      yield* ask(operator, `ALTER DATABASE ${name} RESET default_transaction_read_only`)
      // Whoever comes before the end of the connection was heard of has lost.
      yield* Effect.retry(sql`SELECT 1`, { times: 1 })
    })
  )

  it.live("a standby can't be asked for", () =>
    Effect.gen(function* () {
      const { cause } = yield* Effect.flip(
        open({ url: "postgres://ada@a,b/mail?target_session_attrs=prefer-standby" })
      )
      expect(cause).toMatchObject({
        message: expect.stringContaining("takes read-write, primary or any") as unknown
      })
    })
  )
})
