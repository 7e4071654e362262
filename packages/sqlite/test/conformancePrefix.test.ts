import { describe, it } from "@effect/vitest"
import { layer } from "@telemark/sqlite"
import { storageConformance } from "@telemark/testing"
import { Effect, Layer } from "effect"
import { makeEmptyFile } from "./emptyFile.js"

const names = { tablePrefix: "tm_" }
const copy = await makeEmptyFile(names)

storageConformance(
  "SQLite with a prefix",
  Layer.unwrapScoped(Effect.map(copy, (filename) => layer({ filename, ...names }))),
  { describe, it }
)
