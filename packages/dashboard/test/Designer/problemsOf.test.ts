import type { Block } from "@telemark/client"
import { Design, designLimits } from "@telemark/contract"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { problemsOf } from "../../app/Designer/Model/index.js"

const isValid = Schema.is(Design)

const problemsWith = (block: Block) => {
  const design: Design = { schema_version: 1, blocks: [block] }
  return {
    isValid: isValid(design),
    problems: problemsOf(design)
      .filter(({ isHint = false }) => !isHint)
      .map(({ member, rule }) => `${member} ${rule}`)
  }
}

const long = (length: number): string => "x".repeat(length)
const bad: ReadonlyArray<readonly [problem: string, block: Block]> = [
  [
    "text characters",
    { id: "a", type: "heading", text: long(designLimits.heading + 1), level: 1, align: "left" }
  ],
  [
    "color color",
    { id: "a", type: "heading", text: "Hi", level: 1, align: "left", color: "red;x" }
  ],
  ["color characters", { id: "a", type: "divider", color: long(designLimits.color + 1) }],
  [
    "label characters",
    {
      id: "a",
      type: "button",
      label: long(designLimits.label + 1),
      href: "https://a.example",
      align: "left"
    }
  ],
  [
    "href link",
    { id: "a", type: "button", label: "Go", href: "javascript:alert(1)", align: "left" }
  ],
  ["href link", { id: "a", type: "button", label: "Go", href: "", align: "left" }],
  [
    "href characters",
    {
      id: "a",
      type: "button",
      label: "Go",
      href: `https://a.example/${long(designLimits.address)}`,
      align: "left"
    }
  ],
  ["src image", { id: "a", type: "image", src: "mailto:a@b.example", alt: "", align: "left" }],
  [
    "alt characters",
    {
      id: "a",
      type: "image",
      src: "https://a.example/a.png",
      alt: long(designLimits.alt + 1),
      align: "left"
    }
  ],
  [
    "width width",
    {
      id: "a",
      type: "image",
      src: "https://a.example/a.png",
      alt: "a",
      align: "left",
      width: "10em"
    }
  ],
  ["height spacer", { id: "a", type: "spacer", height: designLimits.spacer + 1 }],
  ["height spacer", { id: "a", type: "spacer", height: 1.5 }],
  [
    "networks.0.name empty",
    { id: "a", type: "social", align: "left", networks: [{ name: "", href: "https://a.example" }] }
  ],
  [
    "networks.0.href link",
    { id: "a", type: "social", align: "left", networks: [{ name: "A", href: "a" }] }
  ],
  ["unsubscribeUrl link", { id: "a", type: "footer", html: "", unsubscribeUrl: "here" }]
]

describe("what the designer finds wrong", () => {
  it.each(bad)("is what the interface refuses: %s", (problem, block) => {
    expect(problemsWith(block)).toEqual({ isValid: false, problems: [problem] })
  })

  it("has merge tags that aren't closed, which compiling refuses", () => {
    expect(
      problemsWith({ id: "a", type: "text", html: "<p>Hi {{name</p>", align: "left" }).problems
    ).toEqual(["html mergeTag"])
    expect(
      problemsWith({ id: "a", type: "heading", text: "Hi {{name}}", level: 1, align: "left" })
        .problems
    ).toEqual([])
  })

  it("has every bound of the theme, and the size of the whole", () => {
    const design: Design = {
      schema_version: 1,
      theme: {
        backgroundColor: "1",
        contentBackgroundColor: "url(x)",
        linkColor: "{}",
        fontFamily: "'a",
        width: "wide"
      },
      blocks: [{ id: "a", type: "text", html: long(designLimits.size), align: "left" }]
    }
    expect(isValid(design)).toBe(false)
    expect(problemsOf(design).map(({ rule }) => rule)).toEqual([
      "color",
      "color",
      "color",
      "font",
      "width",
      "size"
    ])
  })
})
