import { hasRedis, startRedis } from "@telemark-tools/redis"
import { queueConformance } from "@telemark/testing"
import { Layer } from "effect"
import { randomUUID } from "node:crypto"
import { afterAll, describe, it } from "vitest"
import { bullmq } from "../src/index.js"

if (hasRedis()) {
  const redis = await startRedis()
  afterAll(redis.remove)
  // Long enough for a machine that stops a process for two seconds.
  const keptFor = 3000
  // Keys of its own for each test, so that it begins with an empty queue.
  const queue = Layer.suspend(() =>
    bullmq({ url: redis.url, prefix: `test-${randomUUID()}`, keptFor })
  )
  queueConformance("BullMQ", queue, { describe, it }, { keptFor })
}
