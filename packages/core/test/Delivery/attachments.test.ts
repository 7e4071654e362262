import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import {
  type Attachment,
  type ClaimedMessage,
  Delivery,
  DeliveryOutcome,
  OwnServers,
  Secrets,
  Transport
} from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Deferred, Effect, Layer, Logger, Redacted } from "effect"
import { databaseOf } from "../sql/clientOf.js"
import { message } from "./support.js"

const notHere = () => Effect.die(new Error("not here"))
const file: Attachment = {
  filename: "a.txt",
  content_type: null,
  content_id: null,
  size: 5,
  content: new TextEncoder().encode("hello")
}
const { content: _, ...info } = file
const withFile: ClaimedMessage = {
  ...message,
  body: { id: "body_1", html: null, text: "x", headers: [], shown: null, attachments: [info] }
}

/** A database that has only files. */
const storing = (read: () => Effect.Effect<ReadonlyArray<Attachment>, unknown>) =>
  databaseOf((text) => (text.includes("attachments") ? read() : Effect.succeed([])))

/**
 * One attempt at a message whose files are read like this; `handed` are the files that the
 * transport was given.
 */
const attemptWith = (read: () => Effect.Effect<ReadonlyArray<Attachment>, unknown>) =>
  Effect.gen(function* () {
    const received: Array<Attachment> = []
    const ports = Layer.mergeAll(
      layerSqlite({ filename: ":memory:" }),
      Layer.succeed(Transport, {
        deliversAll: false,
        deliver: ({ attachments }) =>
          Effect.sync(() => {
            received.push(...attachments)
            return DeliveryOutcome.Accepted({ provider: "smtp", response: "250 Ok" })
          })
      }),
      Layer.succeed(OwnServers, { test: notHere, deliver: notHere, relay: notHere }),
      Layer.succeed(Secrets, { seal: notHere, open: notHere, isCurrent: notHere }),
      storing(read)
    )
    const attempted = yield* Effect.flatMap(Delivery, ({ attempt }) => attempt(withFile)).pipe(
      Effect.provide(Layer.merge(Delivery.layer().pipe(Layer.provide(ports)), Logger.layer([])))
    )
    return {
      received,
      settlement:
        attempted._tag === "Settled"
          ? attempted.settlement
          : yield* Effect.die(new Error("the message was postponed"))
    }
  })

describe("a mail with files", () => {
  it.effect("is delivered with their contents", () =>
    Effect.gen(function* () {
      const { received, settlement } = yield* attemptWith(() => Effect.succeed([file]))
      expect(settlement.status).toBe("sent")
      expect(received).toEqual([file])
    })
  )

  it.effect("fails if they are no longer stored, and isn't sent without them", () =>
    Effect.gen(function* () {
      const { received, settlement } = yield* attemptWith(() => Effect.succeed([]))
      expect(settlement).toMatchObject({
        status: "failed",
        error_message: "Not sent: the content of the mail is no longer stored.",
        event: { data: { verdict: "content_missing" } }
      })
      expect(received).toEqual([])
    })
  )

  it.effect("is tried again if they can't be read", () =>
    Effect.gen(function* () {
      const failing = [
        () => Effect.fail(new StorageError({ reason: "unavailable", cause: undefined })),
        notHere
      ]
      for (const read of failing) {
        const { settlement } = yield* attemptWith(read)
        expect(settlement).toMatchObject({
          status: "deferred",
          event: { data: { ambiguous: false } }
        })
      }
    })
  )

  it.effect(
    "to a silent server of a tenant's own delays no mail of another tenant, with files or without",
    () =>
      Effect.gen(function* () {
        const attempted: Array<string> = []
        const speaks = yield* Deferred.make<DeliveryOutcome>()
        const ports = Layer.mergeAll(
          layerSqlite({ filename: ":memory:" }),
          Layer.succeed(Transport, { deliversAll: false, deliver: notHere }),
          Layer.succeed(OwnServers, {
            test: notHere,
            relay: notHere,
            deliver: ({ host }) =>
              host === "silent.example"
                ? Deferred.await(speaks)
                : Effect.succeed(DeliveryOutcome.Accepted({ provider: "own", response: "250 Ok" }))
          }),
          Layer.succeed(Secrets, {
            seal: notHere,
            open: () => Effect.succeed(Redacted.make("secret")),
            isCurrent: notHere
          }),
          storing(() => Effect.succeed([file]))
        )
        const to = (tenant_id: string, host: string, size: number): ClaimedMessage => ({
          ...message,
          tenant_id,
          body: {
            id: "body_1",
            html: null,
            text: "x",
            headers: [],
            shown: null,
            attachments: size === 0 ? [] : [{ ...info, size }]
          },
          smtp_config: {
            id: `smtp_${tenant_id}`,
            tenant_id,
            provider: "own",
            host,
            port: 587,
            username: "u",
            password: "sealed",
            oauth2: null,
            tls_required: true,
            ehlo_name: null,
            from_email: null,
            verified: true
          }
        })
        yield* Effect.gen(function* () {
          const { attempt } = yield* Delivery
          const attemptAt = (claimed: ClaimedMessage, name: string) =>
            Effect.forkScoped(
              Effect.map(attempt(claimed), ({ _tag }) => {
                attempted.push(`${name} ${_tag}`)
              })
            )
          for (const name of ["1", "2", "3", "4", "5"])
            yield* attemptAt(to("tn_silent", "silent.example", 8 * 1024 * 1024), name)
          yield* TestClock.adjust("1 millis")
          yield* attemptAt(to("tn_b", "quick.example", 100_000), "small file")
          yield* attemptAt(to("tn_b", "quick.example", 10 * 1024 * 1024), "large file")
          yield* attemptAt(to("tn_b", "quick.example", 0), "no file")
          yield* TestClock.adjust("1 millis")
          expect([...attempted].sort()).toEqual([
            "large file Settled",
            "no file Settled",
            "small file Settled"
          ])
          yield* Deferred.succeed(
            speaks,
            DeliveryOutcome.Accepted({ provider: "own", response: "250 Ok" })
          )
          yield* TestClock.adjust("1 minute")
          expect(attempted).toHaveLength(8)
        }).pipe(Effect.scoped, Effect.provide(Delivery.layer().pipe(Layer.provide(ports))))
      })
  )
})
