import { smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { startSmtpPeer } from "@telemark/testing"
import { createTelemark } from "telemark"
import { expect, it } from "vitest"

it("a worker that closes releases what its thread hasn't sent, and records the rest", async () => {
  await using peer = await startSmtpPeer()
  const telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport: smtp({ url: peer.url, thread: true }),
    from: "shop@example.com"
  })
  const worker = telemark.startWorker()
  const recipients = Array.from({ length: 20 }, (_, n) => `customer-${String(n)}@example.com`)
  await telemark.emails.send({ to: recipients, html: "<p>Hello" })
  await peer.until(({ mails }) => mails.length > 0)
  await worker.close()
  const sentBefore = await telemark.emails.list({ status: "sent", limit: 100 })
  expect(sentBefore.data).toHaveLength(peer.mails.length)
  const { emails } = await telemark.deliverDue()
  expect(emails.sent).toBe(20 - sentBefore.data.length)
  expect(peer.mails.map(({ envelope }) => envelope.to[0]).toSorted()).toEqual(recipients.toSorted())
  await telemark.close()
})
