import { describe, expect, it } from "vitest"
import { chooseLanguage } from "../../../src/unsubscribe/chooseLanguage.js"

const chosen = (field: string | undefined) => {
  const { tag, texts } = chooseLanguage(field)
  return [texts.lang, tag]
}

describe("the language of a page", () => {
  it.each([
    ["de", ["de", "de"]],
    ["de-AT, en;q=0.8", ["de", "de-AT"]],
    ["fr, de;q=0.7, en;q=0.3", ["de", "de"]],
    ["en;q=0.5, de;q=0.9", ["de", "de"]],
    ["en, de", ["en", "en"]],
    ["de;q=0, en;q=0.1", ["en", "en"]],
    ["EN-gb , DE ; q = 0.2", ["en", "EN-gb"]],
    ["*", ["en", "en"]],
    ["fr, *;q=0.5", ["en", "en"]],
    ["fr, ja;q=0.5", ["en", "en"]],
    ["", ["en", "en"]],
    [undefined, ["en", "en"]],
    ["constructor, __proto__;q=0.9, de;q=0.1", ["de", "de"]],
    [";;;,,q=1,de;q=x,de;q=5", ["en", "en"]]
  ])("is, for Accept-Language %j, %j", (field, expected) => {
    expect(chosen(field)).toEqual(expected)
  })

  it("is looked for in the beginning of a long field alone", () => {
    expect(chosen(`${"fr;q=0.9,".repeat(200)}de`)).toEqual(["en", "en"])
    expect(chosen(`${"x".repeat(100_000)},de`)).toEqual(["en", "en"])
  })
})
