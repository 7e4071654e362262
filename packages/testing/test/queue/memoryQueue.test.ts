import { describe, it } from "vitest"
import { layerMemoryQueue, queueConformance } from "../../src/index.js"

// Long enough for a machine that stops a process for half a second.
const keptFor = 1000

queueConformance("memory", layerMemoryQueue({ keptFor }), { describe, it }, { keptFor })
