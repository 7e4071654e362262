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
import { createTelemark } from "telemark"
import { expect, it, onTestFinished, vi } from "vitest"

const secret = Buffer.alloc(32, "webhook costs").toString("base64")
const endpoints = 10
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
  const until = (condition: () => void) => vi.waitFor(condition, { timeout: 60_000, interval: 5 })

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
    await until(() => {
      expect(left?.get()).toBe(0)
    })
    await worker.close()
  }
  /** Has a worker deliver what waits for the endpoints. */
  const deliver = async () => {
    counter.take()
    const before = fibersSoFar()
    const began = performance.now()
    const worker = telemark.startWorker()
    await until(() => {
      expect(waiting?.get()).toBe(0)
    })
    const result = {
      counts: counter.take(),
      fibers: fibersSoFar() - before - 1,
      others: besides(performance.now() - began)
    }
    await worker.close()
    return result
  }
  return { peer, sendMails, deliver, taken: () => taken?.get() }
}

/**
 * What comes by time is a few of each kind a second, so the more, the slower the machine; and what
 * a worker looks at when it starts.
 */
const besides = (millis: number): number => 15 + 5 * Math.ceil(millis / 1000)

/**
 * What 1,000 calls may take. What one recording takes is exact; a claim may have to read twice
 * where endpoints share unevenly. How many share one varies with the machine: an outcome waits 5 ms
 * for others, in which a slow one has fewer of them. There is room for twice as many as were seen
 * on two very busy cores, where the receiver has the same one.
 */
const boundsOf = (others: number): Readonly<Record<string, Bound>> => ({
  "claim webhooks": batches(55 + others, 6),
  "record webhooks": batches(150, 3),
  "looks at webhook_queue": looks(165 + others),
  settings: looks(450),
  all: { statements: 1400, transactions: 240 }
})
const maxFibers = 1100

it("1,000 calls to ten webhook endpoints take no more statements, transactions and fibers than these", async () => {
  const { deliver, peer, sendMails, taken } = await startCounted()
  await sendMails(100)
  const { counts, fibers, others } = await deliver()
  expect(peer.requests).toHaveLength(100 * endpoints)
  expect(taken()).toBe(100 * endpoints)
  expect(exceeded(counts, boundsOf(others), others), describeCounts(counts)).toEqual([])
  expect(fibers, "fibers").toBeLessThanOrEqual(maxFibers)
})
