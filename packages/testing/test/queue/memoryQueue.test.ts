import { describe, it } from "vitest"
import { layerMemoryQueue, queueConformance } from "../../src/index.js"

queueConformance(
  "memory",
  (keptFor) => layerMemoryQueue({ keptFor }),
  { describe, it },
  { keptFor: 50 }
)
