import { describe, it } from "vitest"
import { queueConformance } from "../../src/conformance/queue.js"
import { layerMemoryQueue } from "../../src/queue/memoryQueue.js"

queueConformance(
  "memory",
  (keptFor) => layerMemoryQueue({ keptFor }),
  { describe, it },
  { keptFor: 50 }
)
