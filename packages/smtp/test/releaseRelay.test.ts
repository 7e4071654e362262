import { it } from "@effect/vitest"
import { ReleaseRelay } from "@telemark/core"
import { layerReleaseRelay } from "@telemark/smtp"
import { say, startSmtpPeer } from "@telemark/testing"
import { Effect } from "effect"
import { describe, expect } from "vitest"

const mail = (body: string) =>
  Buffer.from(
    `Subject: Gr\u00fc\u00dfe\r\nTo: ada@example.com\r\nX-Long: one\r\n two\r\n\r\n${body}`
  )

const release = (url: string, source: Uint8Array) =>
  Effect.flatMap(
    ReleaseRelay,
    (relay) =>
      relay?.({ from: "shop@example.com", to: "grace@example.com" }, source) ??
      Effect.die(new Error("there is no relay"))
  ).pipe(Effect.provide(layerReleaseRelay({ url })))

describe("the relay of captured mail", () => {
  it.effect.each([
    ["one that is small", "Hello\r\n"],
    ["an empty one", ""],
    ["lines that begin with dots", ".\r\n..\r\n.x\r\n"],
    ["a large one", "0123456789 0123456789 0123456789\r\n".repeat(100_000)]
  ] as ReadonlyArray<readonly [name: string, body: string]>)(
    "sends it octet for octet: %s",
    ([, body]) =>
      Effect.gen(function* () {
        const peer = yield* Effect.acquireRelease(
          Effect.promise(() => startSmtpPeer()),
          (one) => Effect.promise(() => one.close())
        )
        expect((yield* release(peer.url, mail(body)))._tag).toBe("Accepted")
        expect(peer.mails.map(({ envelope }) => envelope)).toEqual([
          { from: "shop@example.com", to: ["grace@example.com"] }
        ])
        expect(peer.mails[0]?.source.equals(mail(body))).toBe(true)
      })
  )

  it.effect("reports what the server refuses", () =>
    Effect.gen(function* () {
      const peer = yield* Effect.acquireRelease(
        Effect.promise(() => startSmtpPeer({ rules: [say("rcpt", "550 5.1.1 No such user")] })),
        (one) => Effect.promise(() => one.close())
      )
      expect(yield* release(peer.url, mail("x\r\n"))).toMatchObject({
        _tag: "Refused",
        stage: "rcpt",
        reply: { code: 550 }
      })
    })
  )

  it.effect("is none by default", () =>
    Effect.map(ReleaseRelay, (relay) => {
      expect(relay).toBeUndefined()
    })
  )
})
