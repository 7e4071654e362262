import { DeliveryOutcome, Transport } from "@telemark/core"
import { sqlite } from "@telemark/sqlite"
import { Effect, Layer } from "effect"
import { createTelemark, NotFound } from "telemark"
import { expect, it, onTestFinished } from "vitest"

it("suppressions by a mail server that suddenly rejected all recipients as unknown are listed and undone in process", async () => {
  let knowsThem = false
  const transport = Layer.succeed(Transport, {
    deliversAll: false,
    deliver: () =>
      Effect.sync(() =>
        knowsThem
          ? DeliveryOutcome.Accepted({ provider: "test", response: "250 2.0.0 taken" })
          : DeliveryOutcome.Refused({
              provider: "test",
              stage: "rcpt",
              reply: { code: 550, enhanced: "5.1.1", text: "User unknown" }
            })
      )
  })
  const telemark = await createTelemark({
    storage: sqlite({ filename: ":memory:" }),
    transport,
    from: "shop@example.com",
    logLevel: "None"
  })
  onTestFinished(telemark.close)
  const to = Array.from({ length: 30 }, (_, index) => `customer-${String(index)}@example.com`)

  await telemark.emails.send({ to, text: "Hello" })
  expect((await telemark.deliverDue()).emails).toMatchObject({ bounced: 20, deferred: 10 })
  const [incident, ...others] = await telemark.suppressionIncidents.list()
  expect([incident, others]).toMatchObject([
    { active: true, suppressed: 20, wording: "550 5.1.1 user unknown" },
    []
  ])

  await telemark.suppressions.add({ email_address: "by-hand@example.com" })
  expect(await telemark.suppressionIncidents.undo(incident?.id ?? "")).toMatchObject({
    removed: 20,
    incident: { undone: 20 }
  })
  expect(
    (await telemark.suppressions.list()).data.map(({ email_address }) => email_address)
  ).toEqual(["by-hand@example.com"])
  await expect(telemark.suppressionIncidents.undo("inc_1")).rejects.toBeInstanceOf(NotFound)

  knowsThem = true
  expect((await telemark.emails.send({ to, text: "Hello again" })).suppressed).toEqual([])
  expect((await telemark.deliverDue()).emails).toMatchObject({ sent: 30 })
})
