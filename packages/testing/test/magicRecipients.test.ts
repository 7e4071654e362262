import { createTestTelemark } from "@telemark/testing"
import { expect, it } from "vitest"

it("settles mail to magic recipients before the send resolves, except mail that is retried", async () => {
  await using telemark = await createTestTelemark({ from: "shop@example.com" })
  const { queued } = await telemark.emails.send({
    to: ["delivered", "complained", "bounced", "deferred"].map((word) => `${word}+1@telemark.test`),
    subject: "Hello",
    text: "Hello"
  })
  const statuses = () =>
    Promise.all(queued.map(async ({ id }) => (await telemark.emails.get(id)).status))
  expect(await statuses()).toEqual(["delivered", "complained", "bounced", "deferred"])
  expect(telemark.mailbox.all().map(({ to }) => to)).toEqual([
    "delivered+1@telemark.test",
    "complained+1@telemark.test"
  ])
  await telemark.advance("24 hours")
  expect(await statuses()).toEqual(["delivered", "complained", "bounced", "failed"])
  const again = await telemark.emails.send({
    to: ["complained+1@telemark.test", "bounced+1@telemark.test", "bounced+2@telemark.test"],
    text: "Again"
  })
  expect(again.queued).toHaveLength(1)
})
