import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createTelemark, type EmailEvent, type Telemark } from "telemark"
import { expect, onTestFinished } from "vitest"

/** A file for one test. */
export const database = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-events-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, "mail.db")
}

/** One that delivers what it accepts; several may share a file. */
export const open = async (filename?: string): Promise<Telemark> => {
  const telemark = await createTelemark({
    storage: sqlite({ filename: filename ?? (await database()) }),
    transport: capture(),
    from: "Shop <shop@example.com>",
    logLevel: "None"
  })
  onTestFinished(() => telemark.close())
  telemark.startWorker()
  return telemark
}

/** Sends mail to each at once, and waits until all of it was sent: in any order. */
export const sentTogether = async (
  telemark: Telemark,
  ...names: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  for (const name of names) {
    const { queued } = await telemark.emails.send({ to: `${name}@example.com`, text: "x" })
    ids.push(queued[0]?.id ?? "")
  }
  for (const id of ids)
    await expect.poll(async () => (await telemark.emails.get(id)).status).toBe("sent")
  return ids
}

/** Each is sent before the next, so that their events are in this order. */
export const sent = async (
  telemark: Telemark,
  ...names: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  for (const name of names) ids.push(...(await sentTogether(telemark, name)))
  return ids
}

/** Whom it is about, without the domain. */
export const recipientOf = ({ data: { recipient } }: EmailEvent): string =>
  recipient.slice(0, recipient.indexOf("@"))

/** The next events of a loop, which handles the last but doesn't ask for another. */
const take = async (
  iterator: AsyncIterator<EmailEvent>,
  count: number
): Promise<ReadonlyArray<EmailEvent>> => {
  const events: Array<EmailEvent> = []
  while (events.length < count) {
    const next = await iterator.next()
    if (next.done === true) break
    events.push(next.value)
  }
  return events
}

/** As `take`: whom they are about. */
export const names = async (
  iterator: AsyncIterator<EmailEvent>,
  count: number
): Promise<ReadonlyArray<string>> => (await take(iterator, count)).map(recipientOf)

/** A loop by hand, left when the test is through. */
export const iterate = (telemark: Telemark, request?: Parameters<Telemark["subscribe"]>[0]) => {
  const iterator = telemark.subscribe(request)[Symbol.asyncIterator]()
  onTestFinished(async () => {
    await iterator.return?.()
  })
  return iterator
}
