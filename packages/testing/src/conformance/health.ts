import { StorageHealth } from "@telemark/core"
import { Effect } from "effect"
import { suite } from "./suite.js"

/** Tests of the port `StorageHealth`. */
export const health = suite("StorageHealth", (test) => {
  test("finds storage that was just opened in order", () => Effect.flatMap(StorageHealth, (store) => store.check))
})
