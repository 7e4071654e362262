import { allOperations } from "@telemark/contract"
import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { pickMembers } from "../src/app/pickMembers.js"

const named = allOperations.map(
  ({ group, name, operation }) => [`${group}.${name}`, operation.response] as const
)

/** The value with one more member in each object that has members of its own. */
const withMore = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries([
    ...Object.entries(value).map(([name, member]) => [name, withMore(member)] as const),
    ["hash", "secret"]
  ])
}

/** Designs nest lists in lists: one takes the generator as long as thousands of other answers. */
const withDesigns = ["templates.get", "templates.version"]

describe("what is picked of an answer", () => {
  it.each(named)("of %s is all that the contract has", async (name, response) => {
    const pick = pickMembers(response)
    const checked = await Effect.runPromise(
      Arbitrary.checkEffect(
        Arbitrary.schema(response),
        (answer) => {
          expect(pick(answer)).toEqual(answer)
          return true
        },
        { runs: withDesigns.includes(name) ? 1 : 20 }
      )
    )
    expect(Arbitrary.formatCheckFailure(checked)).toBeUndefined()
  })

  it("is nothing else, at any depth", () => {
    const Item = Schema.Struct({ id: Schema.String, note: Schema.optional(Schema.String) })
    const Answer = Schema.Struct({
      item: Item,
      items: Schema.Array(Item),
      none: Schema.NullOr(Item),
      byName: Schema.Record(Schema.String, Item),
      free: Schema.Unknown
    })
    const answer = {
      item: { id: "a", note: "n" },
      items: [{ id: "b" }],
      none: null,
      byName: { c: { id: "c" } }
    }
    const picked = pickMembers(Answer)(withMore({ ...answer, free: { any: 1 } }))
    expect(picked).toEqual({
      ...answer,
      byName: { c: { id: "c" }, hash: "secret" },
      free: { any: 1, hash: "secret" }
    })
  })

  it("is that of the choice that is meant", () => {
    const Answer = Schema.Union([
      Schema.Struct({ status: Schema.Literals([200, 201]), id: Schema.String }),
      Schema.Struct({ status: Schema.Number, error: Schema.String })
    ])
    expect(pickMembers(Answer)({ status: 201, id: "a", error: "no" })).toEqual({
      status: 201,
      id: "a"
    })
    expect(pickMembers(Answer)({ status: 400, id: "a", error: "no" })).toEqual({
      status: 400,
      error: "no"
    })
  })
})
