import { capture } from "@telemark/smtp"
import {
  createTelemark,
  MonthlyLimitExceeded,
  type Telemark,
  type TelemarkOptions,
  ValidationFailed
} from "telemark"
import { describe, expect, it, onTestFinished } from "vitest"
import { ChangedMind, type Host, rolledBack } from "./host.js"

/** Only what wakes a worker makes it look for mail in time. */
const untilWoken = { pollInterval: "1 hour" } as const

/** A Telemark over the host's database. */
export const open = async (
  storage: TelemarkOptions["storage"],
  options: Partial<TelemarkOptions> = {}
): Promise<Telemark> => {
  const telemark = await createTelemark({
    storage,
    transport: capture(),
    from: "Shop <shop@example.com>",
    secret: Buffer.alloc(32, 7).toString("base64"),
    logLevel: "None",
    ...options
  })
  onTestFinished(() => telemark.close())
  return telemark
}

/** Whom there is mail for in the log, in alphabetical order. */
export const recipients = async (telemark: Telemark): Promise<ReadonlyArray<string>> =>
  (await telemark.emails.list({ limit: 100 })).data
    .map(({ recipient_email }) => recipient_email)
    .toSorted()

const to = (name: string) => ({
  to: `${name}@example.com`,
  subject: "Your order",
  text: "Thank you."
})

/** What every host's transaction must do, and its sends in it. */
export const describeTransactionalSend = (name: string, makeHost: () => Promise<Host>): void => {
  describe(`a send in a transaction of ${name}`, () => {
    it("is queued once that is committed, and wakes a worker then", async () => {
      const host = await makeHost()
      const telemark = await open(host.storage)
      telemark.startWorker(untilWoken)
      const { queued } = await host.transaction(async ({ order, transaction }) => {
        await order(1)
        return telemark.emails.send(to("ada"), { transaction })
      })
      await expect.poll(async () => (await telemark.emails.get(queued[0]!.id)).status).toBe("sent")
      expect(await host.orders()).toEqual([1])
    })

    it("is gone without a trace when that is rolled back", async () => {
      const host = await makeHost()
      const telemark = await open(host.storage)
      await rolledBack(
        host.transaction(async ({ order, transaction }) => {
          await order(1)
          await telemark.emails.send(to("ada"), { transaction, idempotencyKey: "order-1" })
          throw new ChangedMind()
        })
      )
      expect([await recipients(telemark), await host.orders()]).toEqual([[], []])
      expect(
        (await telemark.emails.send(to("ada"), { idempotencyKey: "order-1" })).idempotent_replay
      ).toBe(false)
      expect((await telemark.analytics.summary()).statuses.queued).toBe(1)
    })

    it("is not alone: one transaction takes several, even if they are not awaited one by one", async () => {
      const host = await makeHost()
      const telemark = await open(host.storage)
      await host.transaction(async ({ order, transaction }) => {
        await telemark.emails.send(to("ada"), { transaction })
        await order(1)
        await Promise.all([
          telemark.emails.send(to("bob"), { transaction }),
          telemark.emails.send(to("cleo"), { transaction })
        ])
        const { data } = await telemark.emails.sendBatch(
          [to("dora"), { to: "nobody", text: "x" }, to("emil")],
          { transaction }
        )
        expect(data.map(({ error }) => error?._tag)).toEqual([
          undefined,
          "ValidationFailed",
          undefined
        ])
      })
      expect(await recipients(telemark)).toEqual(
        ["ada", "bob", "cleo", "dora", "emil"].map((each) => `${each}@example.com`)
      )
    })

    it("is undone with the host's savepoint alone", async () => {
      const host = await makeHost()
      const telemark = await open(host.storage)
      await host.transaction(async ({ order, savepoint, transaction }) => {
        await telemark.emails.send(to("ada"), { transaction })
        await savepoint(async () => {
          await telemark.emails.send(to("bob"), { transaction })
          await order(2)
          throw new ChangedMind()
        })
        await savepoint(() => telemark.emails.send(to("cleo"), { transaction }))
        await order(1)
      })
      expect([await recipients(telemark), await host.orders()]).toEqual([
        ["ada@example.com", "cleo@example.com"],
        [1]
      ])
    })

    it("is made once for a key, in the transaction and after it", async () => {
      const host = await makeHost()
      const telemark = await open(host.storage)
      const options = { idempotencyKey: "order-1" }
      const [first, second] = await host.transaction(
        async ({ transaction }) =>
          [
            await telemark.emails.send(to("ada"), { ...options, transaction }),
            await telemark.emails.send(to("ada"), { ...options, transaction })
          ] as const
      )
      const third = await telemark.emails.send(to("ada"), options)
      expect([first.idempotent_replay, second.idempotent_replay, third.idempotent_replay]).toEqual([
        false,
        true,
        true
      ])
      expect([second.queued, third.queued]).toEqual([first.queued, first.queued])
      expect(await recipients(telemark)).toEqual(["ada@example.com"])
    })

    it("is refused as usual, and the other statements are committed", async () => {
      const host = await makeHost()
      const telemark = await open(host.storage, { monthlyLimit: 1 })
      await host.transaction(async ({ order, transaction }) => {
        await order(1)
        await expect(
          telemark.emails.send({ to: "nobody", text: "x" }, { transaction })
        ).rejects.toBeInstanceOf(ValidationFailed)
        await expect(
          telemark.emails.send({ to: "ada@example.com", template_id: "none" }, { transaction })
        ).rejects.toBeInstanceOf(ValidationFailed)
        await order(2)
        await telemark.emails.send(to("ada"), { transaction })
        await expect(telemark.emails.send(to("bob"), { transaction })).rejects.toBeInstanceOf(
          MonthlyLimitExceeded
        )
        await order(3)
      })
      expect([await recipients(telemark), await host.orders()]).toEqual([
        ["ada@example.com"],
        [1, 2, 3]
      ])
    })

    it("uses templates, attachments, tags and the tenant's suppressions as they are", async () => {
      const host = await makeHost()
      const telemark = await open(host.storage)
      await telemark.templates.create({
        id: "order",
        name: "Order",
        subject_template: "Order {{no}}",
        html: "<p>{{no}}</p>"
      })
      await telemark.suppressions.add({ email_address: "bob@example.com" })
      const attachments = [{ filename: "invoice.bin", content: Uint8Array.of(0, 1, 255) }]
      const { queued, suppressed } = await host.transaction(({ transaction }) =>
        telemark.emails.send(
          {
            to: ["ada@example.com", "bob@example.com"],
            template_id: "order",
            data: { no: 7 },
            tags: { kind: "order" },
            attachments,
            metadata: { no: 7 }
          },
          { transaction }
        )
      )
      expect(suppressed).toEqual(["bob@example.com"])
      expect(await telemark.emails.get(queued[0]!.id)).toMatchObject({
        subject: "Order 7",
        template_version: 1,
        tags: { kind: "order" },
        metadata: { no: 7 }
      })
    })
  })
}
