import { describe, it } from "@effect/vitest"
import { layer } from "@telemark/sqlite"
import { storageConformance } from "@telemark/testing"
import { Effect, Layer } from "effect"
import { join } from "node:path"
import { temporaryDirectory } from "./temporary.js"

const freshFile = Layer.unwrapScoped(
  Effect.map(temporaryDirectory, (directory) => layer({ filename: join(directory, "mail.db"), tablePrefix: "tm_" }))
)

storageConformance("SQLite with a prefix", freshFile, { describe, it })
