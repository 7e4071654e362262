import { describe, expect, it } from "vitest"
import { inGroups } from "../../src/sending/attachments/attachmentTable.js"

const mebibyte = 1024 * 1024
const sizes = (...mebibytes: ReadonlyArray<number>) =>
  inGroups(mebibytes.map((size) => ({ content: new Uint8Array(size * mebibyte) }))).map((group) =>
    group.map(({ content }) => content.length / mebibyte)
  )

describe("files that go into one statement", () => {
  it.each([
    ["none", [], []],
    ["all of little size", [1, 1, 2], [[1, 1, 2]]],
    ["no more than four MiB", [1, 1, 2, 1, 3, 1], [[1, 1, 2], [1, 3], [1]]],
    ["a larger one alone", [1, 10, 1, 5], [[1], [10], [1], [5]]],
    ["empty ones with the rest", [0, 4, 0], [[0, 4, 0]]]
  ])("%s", (_, given, groups) => {
    expect(sizes(...given)).toEqual(groups)
  })

  it("at most fifty of them", () => {
    const rows = Array.from({ length: 120 }, () => ({ content: new Uint8Array(1) }))
    expect(inGroups(rows).map((group) => group.length)).toEqual([50, 50, 20])
  })
})
