import { describe, expect, it } from "vitest"
import { windowOf } from "../src/Retention/oldest.js"

const rows = (...times: ReadonlyArray<number>) => times.map((created_at, index) => ({ id: `id_${String(index)}`, created_at }))

describe("the next rows that are old enough", () => {
  it.each([
    ["an empty table", [], 3, [], undefined],
    ["the end of the table", [1, 2], 3, ["id_0", "id_1"], undefined],
    ["a full window", [1, 2, 3], 3, ["id_0", "id_1", "id_2"], "id_2"],
    ["a young row at the end", [1, 2, 10], 3, ["id_0", "id_1"], undefined],
    ["a young row at the head", [11, 1, 1], 3, [], undefined],
    ["an old row behind a young one", [1, 10, 1], 3, ["id_0"], undefined]
  ])("of %s", (_, times, size, ids, next) => {
    expect(windowOf(rows(...times), 10, size)).toEqual({ ids, next })
  })
})
