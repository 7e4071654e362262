import { Queue } from "@telemark/core"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { layerMemoryQueue } from "@telemark/testing"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { createTelemark } from "../src/index.js"

const ada = { to: "ada@example.com", from: "shop@example.com", text: "hello" }

/** A queue in memory that notes what it was asked. */
const noting = () => {
  const calls: Array<string> = []
  const layer = Layer.effect(
    Queue,
    Effect.map(Queue, (queue) =>
      Queue.of({
        ...queue,
        offer: (entries) =>
          Effect.andThen(
            Effect.sync(() => {
              calls.push(...entries.map(({ id }) => `offer ${id}`))
            }),
            queue.offer(entries)
          ),
        done: (owner, entries) =>
          Effect.andThen(
            Effect.sync(() => {
              calls.push(...entries.map(({ id }) => `done ${id}`))
            }),
            queue.done(owner, entries)
          )
      })
    )
  )
  return { calls, queue: Layer.provide(layer, layerMemoryQueue()) }
}

describe("createTelemark with a queue", () => {
  it("delivers through it, retries and scheduled mail when they are due", async () => {
    const { calls, queue } = noting()
    await using telemark = await createTelemark({
      storage: sqlite({ filename: ":memory:" }),
      transport: capture(),
      queue
    })
    const {
      queued: [now]
    } = await telemark.emails.send(ada)
    const {
      queued: [later]
    } = await telemark.emails.send({
      ...ada,
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString()
    })
    expect((await telemark.deliverDue()).emails.sent).toBe(1)
    const id = String(now?.id)
    expect(calls).toEqual([`offer ${id}`, `done ${id}`])
    expect((await telemark.emails.get(id)).status).toBe("sent")
    expect((await telemark.emails.get(String(later?.id))).status).toBe("queued")
  })

  it("refuses what is no queue", async () => {
    const options = {
      storage: sqlite({ filename: ":memory:" }),
      transport: capture(),
      queue: "redis://localhost"
    }
    await expect(createTelemark(options as never)).rejects.toMatchObject({
      _tag: "ValidationFailed",
      details: { queue: [expect.stringContaining("bullmq({ url })")] }
    })
  })
})
