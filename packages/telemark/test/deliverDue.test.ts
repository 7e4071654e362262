import { DeliveryOutcome, Transport } from "@telemark/core"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { Deferred, Effect, Layer } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createTelemark } from "telemark"
import { expect, it, onTestFinished } from "vitest"

it("closing stops what deliverDue would still begin, releases it, and waits for what is in flight", async () => {
  const folder = await mkdtemp(join(tmpdir(), "telemark-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const options = {
    storage: sqlite({ filename: join(folder, "mail.db") }),
    from: "shop@example.com"
  }
  const [asked, go] = [
    Effect.runSync(Deferred.make<undefined>()),
    Effect.runSync(Deferred.make<undefined>())
  ]
  const delivered: Array<string> = []
  const slow = Layer.succeed(Transport, {
    deliversAll: false,
    connections: 5,
    deliver: ({ id }) =>
      Effect.suspend(() => {
        if (delivered.push(id) === 5) Deferred.doneUnsafe(asked, Effect.succeed(undefined))
        return Effect.as(
          Deferred.await(go),
          DeliveryOutcome.Accepted({ provider: "test", response: "250 2.0.0 taken" })
        )
      })
  })
  const first = await createTelemark({ ...options, transport: slow })
  const recipients = Array.from({ length: 100 }, (_, n) => `customer-${String(n)}@example.com`)
  for (const half of [recipients.slice(0, 50), recipients.slice(50)])
    await first.emails.send({ to: half, text: "Hello" })
  const delivering = first.deliverDue()
  await Effect.runPromise(Deferred.await(asked))
  const closed = first.close()
  await expect(first.deliverDue()).rejects.toMatchObject({ code: "telemark_closed" })
  const second = await createTelemark({ ...options, transport: capture() })
  onTestFinished(second.close)
  const idsOf = async (status: "queued" | "sent") =>
    (await second.emails.list({ status, limit: 100 })).data.map(({ id }) => id)
  await expect.poll(() => idsOf("queued")).toHaveLength(95)
  Effect.runSync(Deferred.succeed(go, undefined))
  expect((await delivering).emails).toEqual({ sent: 5, deferred: 0, bounced: 0, failed: 0 })
  await closed
  expect((await idsOf("sent")).sort()).toEqual(delivered.toSorted())
  expect(await idsOf("queued")).toHaveLength(95)
})
