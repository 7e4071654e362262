import { describe, expect, it } from "vitest"
import * as refusals from "../src/Errors/refusals.js"
import * as client from "../src/index.js"

describe("what an application imports", () => {
  it("includes every error that the service answers, to be told apart by its class", () => {
    const names = Object.entries(refusals).flatMap(([name, value]) =>
      typeof value === "function" && /^[A-Z]/.test(name) ? [name] : []
    )
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !(name in client))).toEqual([])
  })
})
