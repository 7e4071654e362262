import { csvLine, withoutApostrophe } from "@telemark/contract"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

describe("a value in a table", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["x;=HYPERLINK(1)", "x;'=HYPERLINK(1)"],
    ["x\t@SUM(1)", "x\t'@SUM(1)"],
    ["a;'=b", "a;''=b"],
    ["a; =b", "a; =b"],
    ["2+2", "2+2"]
  ])(
    "that a spreadsheet would run, whatever it separates by, begins with an apostrophe: %j",
    (value, written) => {
      expect(csvLine([value])).toBe(`${written}\r\n`)
    }
  )

  it("comes back as it was", () => {
    const piece = fc.constantFrom("'", ";", "\t", "=", "+", "-", "@", "a", " ")
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const value = pieces.join("")
        expect(withoutApostrophe(csvLine([value]).slice(0, -2))).toBe(value)
      })
    )
  })
})
