import { describe, it } from "@effect/vitest"
import { layer } from "@telemark/sqlite"
import { Effect, Layer } from "effect"
import { storageConformance } from "@telemark-tools/conformance"
import { makeEmptyFile } from "./emptyFile.js"

const copy = await makeEmptyFile()

storageConformance("SQLite", Layer.unwrap(Effect.map(copy, (filename) => layer({ filename }))), {
  describe,
  it
})
