import { it } from "@effect/vitest"
import {
  batches,
  type Bound,
  countStatements,
  describeCounts,
  exceeded,
  fibersSoFar,
  looks
} from "@telemark-tools/storages"
import { startSmtpPeer } from "@telemark/testing"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { expect } from "vitest"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { serve } from "../src/serve/serve.js"
import { readSettings } from "../src/settings/Settings.js"
import { temporaryDirectory } from "./support/telemark.js"
import { withEnvironment } from "./support/withEnvironment.js"

const html = `<p>Thank you for your order.</p>${"<p>An item</p>".repeat(20)}`

/**
 * A server that delivers to a mail server of this process, on a file whose statements are counted.
 * Its clock stands still: nothing is looked for or renewed by time, a claim takes as many as at
 * first, and outcomes are recorded together until nothing is in flight or a batch is full.
 */
const startCounted = Effect.gen(function* () {
  const filename = join(temporaryDirectory(), "mail.db")
  const peer = yield* Effect.acquireRelease(
    Effect.promise(() => startSmtpPeer()),
    (started) => Effect.promise(() => started.close())
  )
  const settings = yield* withEnvironment(readSettings, {
    TELEMARK_DATABASE_URL: `sqlite:${filename}`,
    TELEMARK_PORT: "0",
    TELEMARK_SMTP_URL: `${peer.url}?tls=none`,
    TELEMARK_FROM: "shop@example.com",
    TELEMARK_DEFAULT_RATE_LIMIT: "10000"
  })
  const { firstStart, url } = yield* serve(settings)
  const reader = yield* Effect.acquireRelease(
    Effect.sync(() => new Database(filename, { readonly: true })),
    (opened) => Effect.sync(() => opened.close())
  )
  const isEmpty = reader.prepare("SELECT NOT EXISTS (SELECT 1 FROM queue)").pluck()
  const counter = yield* Effect.acquireRelease(
    Effect.sync(() =>
      countStatements(Database, (database) => database !== reader && database.name === filename)
    ),
    ({ stop }) => Effect.sync(stop)
  )

  const send = async (...to: ReadonlyArray<string>) => {
    const { status } = await fetch(`${url}/emails/send`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${firstStart?.key ?? ""}`,
        "content-type": "application/json"
      },
      body: JSON.stringify({ to, subject: "Your order", html })
    })
    expect(status).toBe(201)
  }
  const isRecorded = async () => {
    while (isEmpty.get() !== 1) await pause(5)
  }
  const measure = async (body: () => Promise<void>) => {
    counter.take()
    const before = fibersSoFar()
    await body()
    await isRecorded()
    return { counts: counter.take(), fibers: fibersSoFar() - before - 1 }
  }
  // What the first mail alone takes, such as connections and what is looked up once.
  yield* Effect.promise(async () => {
    await send("first@example.com")
    await isRecorded()
  })
  return { measure, send, peer }
})

type Bounds = Readonly<Record<string, Bound>>

/** What 500 mails may take, a send each, 50 of them at once. */
const boundsOfSends: Bounds = {
  // Sends that arrive together share one; which do is the machine's matter.
  accept: batches(100, 7),
  claim: batches(30, 12),
  record: batches(35, 6),
  "writes rate_limits": batches(100, 2),
  "looks at api_keys": looks(200),
  "looks at queue": looks(30),
  "looks at smtp_configs": looks(200),
  "looks at tenants": looks(1),
  all: { statements: 1800, transactions: 250 }
}
const maxFibersOfSends = 1800

it.effect(
  "500 mails, a send each, take no more statements, transactions and fibers than these",
  () =>
    Effect.gen(function* () {
      const { measure, peer, send } = yield* startCounted
      const mails = 500
      let next = 0
      const { counts, fibers } = yield* Effect.promise(() =>
        measure(async () => {
          await Promise.all(
            Array.from({ length: 50 }, async () => {
              for (let mail = next++; mail < mails; mail = next++)
                await send(`customer-${mail}@example.com`)
            })
          )
        })
      )
      expect(peer.mails).toHaveLength(1 + mails)
      expect(exceeded(counts, boundsOfSends), describeCounts(counts)).toEqual([])
      expect(fibers, "fibers").toBeLessThanOrEqual(maxFibersOfSends)
    })
)

/** What 500 mails may take, 50 to a send, one send after the other. */
const boundsOfRecipients: Bounds = {
  accept: batches(10, 7),
  claim: batches(30, 12),
  record: batches(35, 6),
  "writes rate_limits": batches(10, 2),
  "looks at api_keys": looks(10),
  "looks at queue": looks(30),
  "looks at smtp_configs": looks(20),
  "looks at tenants": looks(1),
  all: { statements: 700, transactions: 85 }
}
const maxFibersOfRecipients = 1000

it.effect("500 mails, 50 to a send, take no more than these", () =>
  Effect.gen(function* () {
    const { measure, peer, send } = yield* startCounted
    const { counts, fibers } = yield* Effect.promise(() =>
      measure(async () => {
        for (let sent = 0; sent < 10; sent++)
          await send(
            ...Array.from({ length: 50 }, (_, one) => `customer-${sent}-${one}@example.com`)
          )
      })
    )
    expect(peer.mails).toHaveLength(501)
    expect(exceeded(counts, boundsOfRecipients), describeCounts(counts)).toEqual([])
    expect(fibers, "fibers").toBeLessThanOrEqual(maxFibersOfRecipients)
  })
)
