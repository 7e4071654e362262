import {
  batches,
  type Bound,
  countStatements,
  type Counts,
  describeCounts,
  exceeded,
  fibersSoFar,
  looks,
  sumOf
} from "@telemark-tools/storages"
import { smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { startSmtpPeer } from "@telemark/testing"
import Database from "better-sqlite3"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { createTelemark } from "telemark"
import { expect, it, onTestFinished } from "vitest"

/**
 * What one mail may take, from the call to its recorded outcome, and until the worker rests again.
 */
const bounds: Readonly<Record<string, Bound>> = {
  accept: batches(1, 7),
  record: batches(1, 6),
  "looks at tenants": looks(1),
  "looks at smtp_configs": looks(1),
  "looks at webhook_queue": looks(1)
}
const maxFibers = 6

/**
 * Until the worker has looked for more and found none, and well before it looks again by itself.
 */
const toIdle = 150

/**
 * An embedded Telemark that delivers to a mail server of this process, on a file whose statements
 * are counted.
 */
const startCounted = async () => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-costs-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const filename = join(folder, "mail.db")
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.close())
  const telemark = await createTelemark({
    storage: sqlite({ filename }),
    transport: smtp({ url: `${peer.url}?tls=none` }),
    from: "shop@example.com"
  })
  onTestFinished(telemark.close)
  telemark.startWorker()
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

  const sendOne = async (to: string) => {
    await pause(toIdle)
    counter.take()
    const before = fibersSoFar()
    await telemark.emails.send({ to, subject: "Your order", html: "<p>Thank you</p>" })
    await expect.poll(() => isEmpty.get()).toBe(1)
    await pause(toIdle)
    return { counts: counter.take(), fibers: fibersSoFar() - before - 1 }
  }
  return { peer, sendOne }
}

const sizeOf = (counts: Counts): number => {
  const { statements, transactions } = sumOf(counts)
  return statements + transactions
}

it("one mail alone takes no more statements, transactions and fibers than these", async () => {
  const { peer, sendOne } = await startCounted()
  await sendOne("first@example.com")
  const tries: Array<Awaited<ReturnType<typeof sendOne>>> = []
  for (let mail = 0; mail < 5; mail++) tries.push(await sendOne(`customer-${mail}@example.com`))
  expect(peer.mails).toHaveLength(6)
  // What the worker looks at each second anyway falls into some of them.
  const [least] = tries.sort((a, b) => sizeOf(a.counts) - sizeOf(b.counts))
  const { counts, fibers } = least ?? { counts: new Map() as Counts, fibers: 0 }
  expect(sumOf(counts).statements).toBeGreaterThan(0)
  expect(exceeded(counts, bounds), describeCounts(counts)).toEqual([])
  expect(fibers, "fibers").toBeLessThanOrEqual(maxFibers)
})
