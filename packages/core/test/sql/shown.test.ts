import { describe, expect, it } from "vitest"
import { readShown, shownText } from "../../src/sending/emails/bodyTable.js"

const ada = { name: "Ada", address: "ada@example.com" }
const bob = { name: null, address: "bob@example.com" }

describe("the recipients that everybody is shown", () => {
  it("are read as they were written, with their names", () => {
    for (const shown of [
      null,
      { to: [], cc: [] },
      { to: [bob], cc: [bob] },
      { to: [ada, bob], cc: [] },
      { to: [bob], cc: [bob, ada] }
    ]) {
      expect(readShown(shownText(shown))).toEqual(shown)
    }
  })

  it("are read as earlier versions wrote them, and written so that those can read them", () => {
    const earlier = '{"to":["bob@example.com"],"cc":[]}'
    expect(readShown(earlier)).toEqual({ to: [bob], cc: [] })
    expect(shownText({ to: [bob], cc: [] })).toBe(earlier)
    expect(JSON.parse(shownText({ to: [ada], cc: [bob] }) ?? "")).toMatchObject({
      to: ["ada@example.com"],
      cc: ["bob@example.com"]
    })
  })
})
