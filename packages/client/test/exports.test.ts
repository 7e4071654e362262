import { allOperations, errorRow, errorsOf } from "@telemark/contract"
import { describe, expect, it } from "vitest"
import * as client from "../src/index.js"

describe("what an application imports", () => {
  it("includes every error that the service answers, to be told apart by its class", () => {
    const answered = new Set(allOperations.flatMap(({ operation }) => errorsOf(operation)))
    // Those that callers do the same about are one class.
    const names = [...answered].map((name) =>
      errorRow(name).error === "Service unavailable" ? "ServiceUnavailable" : name
    )
    expect(new Set(names).size).toBeGreaterThan(20)
    expect(names.filter((name) => !(name in client))).toEqual([])
  })
})
