import { ValidationFailed } from "@telemark/client"
import { describe, expect, it } from "vitest"
import { designRefusalOf } from "../app/Templates/designRefusal.js"

describe("where a save of a template was refused", () => {
  it.each([
    ["design_json.blocks.4.color", { language: "", path: "blocks.4.color" }],
    ["locales.pt-BR.design_json.theme.width", { language: "pt-BR", path: "theme.width" }],
    ["name", undefined]
  ])("is known of %s", (member, expected) => {
    expect(
      designRefusalOf(new ValidationFailed({ status: 400, details: { [member]: ["is wrong"] } }))
    ).toEqual(expected)
  })

  it("is nowhere if something else went wrong", () => {
    expect(designRefusalOf(new Error("gone"))).toBeUndefined()
  })
})
