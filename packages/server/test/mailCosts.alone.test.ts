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
import { join } from "node:path"
import { expect, it, onTestFinished, vi } from "vitest"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

const html = `<p>Thank you for your order.</p>${"<p>An item</p>".repeat(20)}`

/** Generous: it is all processor time, of which a busy machine has little. */
const timeout = 120_000

/**
 * A server that delivers to a mail server of this process, on a file whose statements are counted.
 */
const startCounted = async () => {
  const directory = temporaryDirectory()
  const filename = join(directory, "mail.db")
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  const { post } = await startServing(directory, {
    TELEMARK_SMTP_URL: `${peer.url}?tls=none`,
    TELEMARK_FROM: "shop@example.com",
    TELEMARK_DEFAULT_RATE_LIMIT: "10000"
  })
  const reader = new Database(filename, { readonly: true })
  onTestFinished(() => {
    reader.close()
  })
  const isEmpty = reader.prepare("SELECT NOT EXISTS (SELECT 1 FROM queue)").pluck()
  const counter = countStatements(
    Database,
    (database) => database !== reader && database.name === filename
  )
  onTestFinished(counter.stop)

  const send = async (...to: ReadonlyArray<string>) => {
    const { status } = await post("/emails/send", { to, subject: "Your order", html })
    expect(status).toBe(201)
  }
  const isRecorded = () =>
    vi.waitFor(
      () => {
        expect(isEmpty.get()).toBe(1)
      },
      { timeout, interval: 5 }
    )
  const measure = async (body: () => Promise<void>) => {
    counter.take()
    const before = fibersSoFar()
    const began = performance.now()
    await body()
    await isRecorded()
    return {
      counts: counter.take(),
      fibers: fibersSoFar() - before - 1,
      byTime: perSecond * Math.ceil((performance.now() - began) / 1000)
    }
  }
  // What the first mail alone takes, such as connections and what is looked up once.
  await send("first@example.com")
  await isRecorded()
  return { measure, send, peer }
}

/**
 * What comes by time is a few of each kind a second, so the more, the slower the machine: renewing
 * leases, looking for webhooks, and claims, which take what half a second delivers. 1,000 mails, 50
 * to a send, took 30 claims in 2 s, and on a slower machine 92 in 9 s.
 */
const perSecond = 5

type Bounds = Readonly<Record<string, Bound>>

/** A claim, and the look for what is due before it. */
const statementsOfClaim = 12 + 1

/**
 * What 1,000 mails may take, a send each, 50 of them at once. What one transaction takes is exact.
 * How many share one varies with the machine: an outcome waits 5 ms for others, in which a slow one
 * has fewer of them. There is room for a third more than was seen on two busy cores, and for twice
 * as many recordings.
 */
const boundsOfSends = (byTime: number): Bounds => ({
  accept: batches(160, 7),
  claim: batches(105 + byTime, 12),
  record: batches(400, 6),
  "writes rate_limits": batches(170, 2),
  "looks at api_keys": looks(170),
  "looks at queue": looks(105 + byTime),
  "looks at smtp_configs": looks(170),
  all: { statements: 5000 + statementsOfClaim * byTime, transactions: 740 + byTime }
})
const maxFibersOfSends = 6000

it(
  "1,000 mails, a send each, take no more statements, transactions and fibers than these",
  { timeout },
  async () => {
    const { measure, peer, send } = await startCounted()
    const mails = 1000
    let next = 0
    const { byTime, counts, fibers } = await measure(async () => {
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          for (let mail = next++; mail < mails; mail = next++)
            await send(`customer-${mail}@example.com`)
        })
      )
    })
    expect(peer.mails).toHaveLength(1 + mails)
    expect(exceeded(counts, boundsOfSends(byTime), byTime), describeCounts(counts)).toEqual([])
    expect(fibers, "fibers").toBeLessThanOrEqual(maxFibersOfSends)
  }
)

/** What 1,000 mails may take, 50 to a send, one send after the other. */
const boundsOfRecipients = (byTime: number): Bounds => ({
  accept: batches(20, 7),
  claim: batches(80 + byTime, 12),
  record: batches(290, 6),
  "writes rate_limits": batches(20, 2),
  "looks at api_keys": looks(20),
  "looks at queue": looks(80 + byTime),
  "looks at smtp_configs": looks(40),
  all: { statements: 2200 + statementsOfClaim * byTime, transactions: 370 + byTime }
})
const maxFibersOfRecipients = 3000

it("1,000 mails, 50 to a send, take no more than these", { timeout }, async () => {
  const { measure, peer, send } = await startCounted()
  const { byTime, counts, fibers } = await measure(async () => {
    for (let sent = 0; sent < 20; sent++)
      await send(...Array.from({ length: 50 }, (_, one) => `customer-${sent}-${one}@example.com`))
  })
  expect(peer.mails).toHaveLength(1001)
  expect(exceeded(counts, boundsOfRecipients(byTime), byTime), describeCounts(counts)).toEqual([])
  expect(fibers, "fibers").toBeLessThanOrEqual(maxFibersOfRecipients)
})
