import { describe, it } from "vitest"
import { layerMemoryQueue, queueConformance } from "../../src/index.js"

const keptFor = 150

queueConformance("memory", layerMemoryQueue({ keptFor }), { describe, it }, { keptFor })
