import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { otherServer } from "./otherServer.js"
import { makeBody, makeCertificate, makeMessage, open, sourceOf } from "./support.js"

describe("a server that others wrote", () => {
  it.live("takes the very bytes that were composed, dots and all", () =>
    Effect.gen(function* () {
      const { port, received } = yield* otherServer({ disabledCommands: ["AUTH", "STARTTLS"] })
      const transport = yield* open({ url: `smtp://127.0.0.1:${String(port)}` })
      const messages = [
        ".",
        "..",
        ".\n..\n.x\n",
        "a\n.\nRSET\n",
        "\r.\r",
        "Grüße\n.\n",
        "x".repeat(200_000),
        ""
      ].map((text) => makeMessage({ body: makeBody({ text }) }))
      yield* Effect.forEach(messages, transport.deliver, { concurrency: 3 })
      expect(received.map(({ source }) => source).sort()).toStrictEqual(
        messages.map(sourceOf).sort()
      )
    })
  )

  it.live("is logged in to after STARTTLS", () =>
    Effect.gen(function* () {
      const { cert, key } = yield* Effect.promise(() => makeCertificate())
      const users: Array<string | undefined> = []
      const { port, received } = yield* otherServer({
        cert,
        key,
        onAuth: ({ password, username }, _, done) => {
          users.push(username)
          if (password === "pä ss") done(null, { user: username ?? "" })
          else done(new Error("Wrong"))
        }
      })
      const transport = yield* open({
        url: `smtp://ada:p%C3%A4%20ss@localhost:${String(port)}`,
        ca: cert
      })
      expect((yield* transport.deliver(makeMessage()))._tag).toBe("Accepted")
      expect([users, received[0]?.from, received[0]?.to]).toStrictEqual([
        ["ada"],
        "shop@example.com",
        "ada@example.org"
      ])
      const wrong = yield* open({ url: `smtp://ada:wrong@localhost:${String(port)}`, ca: cert })
      expect(yield* wrong.deliver(makeMessage())).toMatchObject({
        _tag: "Refused",
        stage: "auth",
        reply: { code: 535 }
      })
    })
  )
})
