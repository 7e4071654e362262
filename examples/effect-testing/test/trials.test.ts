import { setImmediate as turn } from "node:timers/promises"
import { createTestTelemark } from "@telemark/testing"
import "@telemark/testing/vitest"
import { expect, it } from "vitest"
import { makeTrials } from "../src/trials.js"

/** The application on a Telemark in memory, on the first of March. */
const open = async () => {
  const telemark = await createTestTelemark({
    from: "Fjord <hello@fjord.example>",
    now: "2026-03-01T09:00:00Z"
  })
  return {
    telemark,
    mailbox: telemark.mailbox,
    trials: makeTrials(telemark, () => telemark.now().getTime())
  }
}

/** Waits for what the application learns of in its own time. */
const until = async (holds: () => boolean) => {
  while (!holds()) await turn()
}

it("welcomes who begins a trial, once", async () => {
  const { mailbox, telemark, trials } = await open()
  await using _ = telemark
  await trials.begin("ada@example.com")
  await trials.begin("ada@example.com")
  expect(mailbox).toHaveSent({
    to: "ada@example.com",
    from: "hello@fjord.example",
    subject: "Your trial has begun",
    html: /14 days/,
    times: 1
  })
})

it("reminds two days before the end", async () => {
  const { mailbox, telemark, trials } = await open()
  await using _ = telemark
  await trials.begin("ada@example.com")
  mailbox.clear()
  await telemark.advance("11 days")
  expect(mailbox).not.toHaveSent()
  await telemark.advance("1 day")
  expect(mailbox).toHaveSent({
    to: "ada@example.com",
    html: expect.stringContaining("https://fjord.example/subscribe")
  })
  expect(mailbox.last()?.sent_at.toISOString()).toMatch(/^2026-03-13T09:00/)
})

it("doesn't remind who has subscribed", async () => {
  const { mailbox, telemark, trials } = await open()
  await using _ = telemark
  const reminder = await trials.begin("ada@example.com")
  await trials.subscribe(reminder ?? "")
  await telemark.advance("30 days")
  expect(mailbox).not.toHaveSent({ subject: /ends/ })
})

it("sends nothing to what is no address", async () => {
  const { mailbox, telemark, trials } = await open()
  await using _ = telemark
  expect(await trials.begin("nobody")).toBeUndefined()
  expect(mailbox.all()).toEqual([])
})

it("notes who can't be reached, and who complains", async () => {
  const { telemark, trials } = await open()
  await using _ = telemark
  await trials.begin("bounced@telemark.test")
  await trials.begin("complained+spring@telemark.test")
  await trials.begin("delivered@telemark.test")
  await until(() => !trials.isReachable("bounced@telemark.test"))
  await until(() => !trials.isReachable("complained+spring@telemark.test"))
  expect(trials.isReachable("delivered@telemark.test")).toBe(true)
})

it("tries for a day to reach who can't be reached for now", async () => {
  const { telemark, trials } = await open()
  await using _ = telemark
  await trials.begin("deferred@telemark.test")
  const { emails } = await telemark.advance("24 hours")
  expect(emails.deferred).toBeGreaterThan(5)
  expect(emails.failed).toBe(1)
})
