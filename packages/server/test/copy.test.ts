import { describe } from "@effect/vitest"
import { aFile } from "./support/copying.js"
import { copyingTests } from "./support/copyingTests.js"

describe("a copy from SQLite to SQLite", () => {
  copyingTests(() => Promise.resolve({ source: aFile(), target: aFile() }))
})
