import { describe, it } from "vitest"
import { layerMemoryQueue } from "../../src/queue/memoryQueue.js"
import { queueConformance } from "../../src/queue/queueConformance.js"

queueConformance(
  "memory",
  (keptFor) => layerMemoryQueue({ keptFor }),
  { describe, it },
  { keptFor: 50 }
)
