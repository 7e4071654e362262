import { layerExternalQueue } from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { layerMemoryQueue } from "@telemark/testing"
import { Layer } from "effect"
import { describe, it } from "vitest"
import { mailQueue } from "../src/mailQueue.js"

// Nothing is offered ahead: what the queue holds already has its place before what comes later, so
// that turns are not exact.
const queue = Layer.suspend(() =>
  Layer.provide(layerExternalQueue({ ahead: 0 }), layerMemoryQueue())
)

mailQueue(
  "SQLite with a queue beside it",
  Layer.provideMerge(queue, layerSqlite({ filename: ":memory:" })),
  { describe, it }
)
