import { describe, expect, it } from "vitest"
import { windowOf } from "../../src/events/retention/sweep.js"

const rows = (...times: ReadonlyArray<number>) =>
  times.map((created_at, index) => ({ id: `id_${String(index)}`, created_at }))

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

  it.each([
    ["go together as far as 32 MiB go with them", [20, 12, 1, 1], ["id_0", "id_1"], "id_1"],
    ["go alone where more goes with one", [40, 1, 1, 1], ["id_0"], "id_0"],
    ["end where the table does", [8, 8, 8, 8], ["id_0", "id_1", "id_2", "id_3"], undefined]
  ])("%s", (_, mebibytes, ids, next) => {
    const large = mebibytes.map((size, index) => ({
      id: `id_${String(index)}`,
      created_at: 1,
      octets: size * 1024 * 1024
    }))
    expect(windowOf(large, 10, 5)).toEqual({ ids, next })
  })

  it("leave out what was to be sent later, which is as old as since then", () => {
    const scheduled = [5, 10, 11, null].map((scheduled_at, index) => ({
      id: `id_${String(index)}`,
      created_at: 1,
      scheduled_at,
      octets: 20 * 1024 * 1024
    }))
    expect(windowOf(scheduled, 10, 4)).toEqual({ ids: ["id_0"], next: "id_2" })
    expect(windowOf(scheduled.slice(1, 3), 10, 2)).toEqual({ ids: [], next: "id_2" })
  })
})
