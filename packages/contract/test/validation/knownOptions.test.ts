import { describe, expect, it } from "@effect/vitest"
import { checkedOptions, unknownOptions, ValidationFailed } from "@telemark/contract"

const names = { filename: true, busyTimeout: true } as const

describe("the names of options", () => {
  it.each<readonly [given: object, details: object]>([
    [{ filename: 1, busyTimeout: undefined }, {}],
    [{ fileName: "a" }, { fileName: ["is not an option of open(); did you mean filename?"] }],
    [{ nothing: 1 }, { nothing: ["is not an option of open()"] }],
    [{ constructor: 1 }, { constructor: ["is not an option of open()"] }],
    [{ "a\nb": 1 }, { options: ["have an unknown name"] }]
  ])("%j: %j", (given, details) => {
    expect(unknownOptions("open()", given, names)).toEqual(details)
  })

  it.each<readonly [given: unknown]>([["mail.db"], [undefined], [null], [[]], [5]])(
    "are no names of %j",
    (given) => {
      expect(() =>
        checkedOptions(
          "open()",
          `{ filename: "a" }`,
          names,
          given as { filename: string; busyTimeout: number }
        )
      ).toThrow(
        new ValidationFailed({
          details: { options: [`of open() must be an object such as { filename: "a" }`] }
        })
      )
    }
  )
})
