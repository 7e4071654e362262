import {
  batches,
  type Bound,
  countStatements,
  describeCounts,
  exceeded,
  fibersSoFar,
  looks
} from "@telemark-tools/storages"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { startWebhookPeer } from "@telemark/testing"
import Database from "better-sqlite3"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { createTelemark } from "telemark"
import { expect, it, onTestFinished } from "vitest"

const secret = Buffer.alloc(32, "webhook costs").toString("base64")
const endpoints = 10
/**
 * A worker that renews nothing by time, and records outcomes together until nothing is in flight or
 * a batch is full.
 */
const withoutTime = { lease: "2 days", recordWithin: "1 day" } as const
/** One send takes no more. */
const recipients = 50

/**
 * An embedded Telemark on a file whose statements are counted, with endpoints at a receiver of this
 * process.
 */
const startCounted = async () => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-costs-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const filename = join(folder, "mail.db")
  const peer = await startWebhookPeer()
  onTestFinished(() => peer.close())
  const telemark = await createTelemark({
    storage: sqlite({ filename }),
    secret,
    transport: capture(),
    from: "shop@example.com",
    allowNetworks: ["127.0.0.1"]
  })
  onTestFinished(telemark.close)
  for (let index = 0; index < endpoints; index++) {
    await telemark.webhookEndpoints.create({
      url: `${peer.url}/${String(index)}`,
      events: ["email.sent"]
    })
  }
  const reader = new Database(filename, { readonly: true })
  onTestFinished(() => {
    reader.close()
  })
  const [left, waiting, taken] = ["queue", "webhook_queue", "webhook_attempts"].map((table) =>
    reader.prepare(`SELECT COUNT(*) FROM ${table}`).pluck()
  )
  const counter = countStatements(
    Database,
    (database) => database !== reader && database.name === filename
  )
  onTestFinished(counter.stop)
  const untilNone = async (waits: typeof left) => {
    while (waits?.get() !== 0) await pause(5)
  }

  /** Has so many mails sent by a worker that delivers no webhooks. */
  const sendMails = async (mails: number) => {
    for (let sent = 0; sent < mails; sent += recipients) {
      await telemark.emails.send({
        to: Array.from(
          { length: recipients },
          (_, one) => `customer-${String(sent + one)}@example.com`
        ),
        subject: "Order",
        text: "Thank you"
      })
    }
    const worker = telemark.startWorker({ webhookConcurrency: 0 })
    await untilNone(left)
    await worker.close()
  }
  /** Has a worker deliver what waits for the endpoints. */
  const deliver = async () => {
    counter.take()
    const before = fibersSoFar()
    const worker = telemark.startWorker(withoutTime)
    await untilNone(waiting)
    const result = {
      // The queue of mail is looked at each second.
      counts: new Map([...counter.take()].filter(([purpose]) => purpose !== "looks at queue")),
      fibers: fibersSoFar() - before - 1
    }
    await worker.close()
    return result
  }
  return { peer, sendMails, deliver, taken: () => taken?.get() }
}

/** What a worker looks at when it starts. */
const others = 15

/**
 * What 1,000 calls may take. A claim waits a little for slots to become free; on a slow machine
 * fewer have by then.
 */
const bounds: Readonly<Record<string, Bound>> = {
  "claim webhooks": batches(250, 6),
  "record webhooks": batches(25, 2),
  // Of endpoints that answer slowly, less is kept.
  "release webhooks": batches(250, 2),
  "looks at webhook_queue": looks(500),
  settings: looks(450),
  all: { statements: 2100, transactions: 300 }
}
/** What claims, records and the rest may take; a call takes none. */
const maxFibers = 1100

it("1,000 calls to ten webhook endpoints take no more statements, transactions and fibers than these", async () => {
  const { deliver, peer, sendMails, taken } = await startCounted()
  await sendMails(100)
  const { counts, fibers } = await deliver()
  expect(peer.requests).toHaveLength(100 * endpoints)
  expect(taken()).toBe(100 * endpoints)
  expect(exceeded(counts, bounds, others), describeCounts(counts)).toEqual([])
  expect(fibers, "fibers").toBeLessThanOrEqual(maxFibers)
})
