import { chooseParts, fallBackChain } from "@telemark/core"
import { describe, expect, it } from "vitest"

describe("the fall-back chain of a locale", () => {
  it.each([
    ["de", ["de"]],
    ["de-AT", ["de-AT", "de"]],
    ["DE-at", ["de-AT", "de"]],
    ["zh-hant-tw", ["zh-Hant-TW", "zh-Hant", "zh"]],
    ["en-a-bbb", ["en-a-bbb", "en"]],
    ["not a tag", []],
    ["", []]
  ])("of %s", (tag, chain) => {
    expect(fallBackChain(tag)).toEqual(chain)
  })
})

describe("the parts of a mail in a language", () => {
  const base = { subject_template: "s", html: "h", text_body: "t" }

  it("are the template's own without a locale, and for one that it doesn't have", () => {
    const own = { subject: undefined, html: undefined, text: undefined }
    expect(chooseParts(base, { de: { html: "d" } }, undefined)).toEqual(own)
    expect(chooseParts(base, { de: { html: "d" } }, "fr-CA")).toEqual(own)
  })

  it("come each from the nearest variant that has it", () => {
    const locales = {
      "de-AT": { subject_template: "Servus" },
      de: { subject_template: "Hallo", html: "d", text_body: "dt" }
    }
    expect(chooseParts(base, locales, "de-at")).toEqual({
      subject: "de-AT",
      html: "de",
      text: "de"
    })
    expect(chooseParts(base, locales, "de-CH")).toEqual({ subject: "de", html: "de", text: "de" })
  })

  it("make the text from the html rather than take another language's", () => {
    expect(chooseParts(base, { de: { html: "d" } }, "de").text).toBeNull()
    expect(chooseParts(base, { de: { text_body: "dt" } }, "de")).toEqual({
      subject: undefined,
      html: undefined,
      text: "de"
    })
    expect(chooseParts({ html: "h" }, {}, "de").text).toBeNull()
  })

  it("don't come from names that every object has", () => {
    expect(chooseParts(base, {}, "constructor").html).toBeUndefined()
  })
})
