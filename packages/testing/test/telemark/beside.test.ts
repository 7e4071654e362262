import "@telemark/testing/vitest"
import { DeliveryOutcome, Transport } from "@telemark/core"
import { Deferred, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { mailTo, open, sendTo } from "./support.js"

/** A hop that waits with one recipient's mail until it is let go. */
const blocking = (recipient: string) => {
  const [asked, go] = [
    Effect.runSync(Deferred.make<undefined>()),
    Effect.runSync(Deferred.make<undefined>())
  ]
  let delivered = 0
  const transport = Layer.succeed(Transport, {
    deliversAll: false,
    deliver: (message) =>
      Effect.suspend(() => {
        delivered++
        const taken = Effect.succeed(
          DeliveryOutcome.Accepted({ provider: "test", response: "250 2.0.0 taken" })
        )
        return message.recipient === recipient
          ? Effect.andThen(
              Deferred.succeed(asked, undefined),
              Effect.andThen(Deferred.await(go), taken)
            )
          : taken
      })
  })
  return {
    transport,
    asked: Effect.runPromise(Deferred.await(asked)),
    release: () => {
      Effect.runSync(Deferred.succeed(go, undefined))
    },
    count: () => delivered
  }
}

describe("a send beside others", () => {
  it("doesn't wait for mail that is stalled", async () => {
    const hop = blocking("slow@example.com")
    const telemark = await open({ transport: hop.transport })
    const slow = sendTo(telemark, "slow@example.com")
    await hop.asked
    await sendTo(telemark, "fast@example.com")
    expect(telemark.mailbox.all().map(({ to }) => to)).toEqual(["fast@example.com"])
    hop.release()
    await slow
    expect(telemark.mailbox.all().map(({ to }) => to)).toEqual([
      "fast@example.com",
      "slow@example.com"
    ])
  })

  it("resolves once its mail is in the mailbox, also where a worker took it", async () => {
    const hop = Layer.succeed(Transport, {
      deliversAll: false,
      deliver: () =>
        Effect.delay(
          Effect.succeed(
            DeliveryOutcome.Accepted({ provider: "test", response: "250 2.0.0 taken" })
          ),
          "20 millis"
        )
    })
    const telemark = await open({ transport: hop })
    const worker = telemark.startWorker()
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const id = await sendTo(telemark, `ada${String(n)}@example.com`)
        expect(telemark.mailbox).toHaveSent({ to: `ada${String(n)}@example.com`, times: 1 })
        expect((await telemark.emails.get(id)).status).toBe("sent")
      })
    )
    await worker.close()
  })

  it("with a key that another send used resolves once that send's mail is in the mailbox", async () => {
    const hop = blocking("ada@example.com")
    const telemark = await open({ transport: hop.transport })
    const first = telemark.emails.send(mailTo("ada@example.com"), { idempotencyKey: "order-7" })
    await hop.asked
    const again = telemark.emails
      .send(mailTo("ada@example.com"), { idempotencyKey: "order-7" })
      .then(() => {
        expect(telemark.mailbox).toHaveSent({ to: "ada@example.com", times: 1 })
      })
    await sendTo(telemark, "bob@example.com")
    hop.release()
    await Promise.all([first, again])
  })

  it("to a recipient whose mail is due again at once resolves, with one attempt made", async () => {
    const telemark = await open({ retrySchedule: "1ms", giveUp: "1m" })
    const id = await sendTo(telemark, "deferred@telemark.test")
    expect(await telemark.emails.get(id)).toMatchObject({ status: "deferred", attempts: 1 })
    await telemark.deliverDue()
    expect((await telemark.emails.get(id)).attempts).toBeLessThanOrEqual(2)
    await telemark.advance("2 minutes")
    expect((await telemark.emails.get(id)).status).toBe("failed")
  })
})

describe("advance beside a worker", () => {
  it("waits for what the worker has in flight, so that nothing is delivered twice", async () => {
    const hop = blocking("ada@example.com")
    const telemark = await open({ deliverAtOnce: false, transport: hop.transport })
    const worker = telemark.startWorker()
    await sendTo(telemark, "ada@example.com")
    await hop.asked
    const advanced = telemark.advance("1 hour")
    // Looks at storage as advance does: several of its rounds are over before this is.
    for (let n = 0; n < 20; n++) await telemark.emails.list()
    expect(hop.count()).toBe(1)
    hop.release()
    await advanced
    await worker.close()
    expect(hop.count()).toBe(1)
    expect(telemark.mailbox).toHaveSent({ to: "ada@example.com", times: 1 })
  })
})
