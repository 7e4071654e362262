import { hasRedis, startRedis } from "@telemark-tools/redis"
import { queueConformance } from "@telemark/testing"
import { Layer } from "effect"
import { afterAll, describe, it } from "vitest"
import { randomUUID } from "node:crypto"
import { bullmq } from "../src/bullmq.js"

if (hasRedis()) {
  const redis = await startRedis()
  afterAll(redis.remove)
  // Keys of its own for each test, so that it begins with an empty queue.
  const queue = (keptFor: number) =>
    Layer.suspend(() => bullmq({ url: redis.url, prefix: `test-${randomUUID()}`, keptFor }))
  queueConformance("BullMQ", queue, { describe, it }, { keptFor: 500 })
}
