import { StorageHealth } from "@telemark/core"
import { Effect } from "effect"
import { suite } from "./suite.js"

/** Tests of the port `StorageHealth`. */
export const health = suite("StorageHealth", (test) => {
  test("reports no problem for storage that was just opened", () =>
    Effect.flatMap(StorageHealth, (store) => store.check))
})
