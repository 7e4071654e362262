import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete"
import { html, type TagSpec } from "@codemirror/lang-html"
import { json } from "@codemirror/lang-json"
import type { Extension } from "@codemirror/state"

export type CodeLanguage = "mjml" | "html" | "json" | "text"

const container = ["background-color", "padding", "css-class"]
const text = [
  "align",
  "color",
  "font-family",
  "font-size",
  "font-weight",
  "line-height",
  "padding",
  "css-class"
]

/** The elements of MJML that people write most, with their attributes, for completion. */
const elements: Readonly<Record<string, ReadonlyArray<string>>> = {
  mjml: ["lang"],
  "mj-head": [],
  "mj-body": ["background-color", "width"],
  "mj-title": [],
  "mj-preview": [],
  "mj-attributes": [],
  "mj-all": ["font-family"],
  "mj-class": ["name"],
  "mj-style": ["inline"],
  "mj-font": ["name", "href"],
  "mj-breakpoint": ["width"],
  "mj-section": [
    ...container,
    "background-url",
    "border-radius",
    "direction",
    "full-width",
    "text-align"
  ],
  "mj-wrapper": [...container, "border", "border-radius"],
  "mj-column": [...container, "width", "vertical-align", "border-radius"],
  "mj-group": ["width", "vertical-align", "direction"],
  "mj-text": text,
  "mj-button": [...text, "href", "background-color", "border-radius", "inner-padding", "width"],
  "mj-image": ["src", "alt", "href", "width", "height", "align", "padding", "border-radius"],
  "mj-divider": ["border-color", "border-width", "border-style", "width", "padding"],
  "mj-spacer": ["height"],
  "mj-table": [...text, "cellpadding", "width"],
  "mj-raw": [],
  "mj-social": ["align", "mode", "icon-size", "padding"],
  "mj-social-element": ["name", "href", "src"],
  "mj-hero": [...container, "mode", "height", "background-url"],
  "mj-navbar": ["align", "hamburger"],
  "mj-navbar-link": ["href", "color"]
}

const mjmlTags: Record<string, TagSpec> = Object.fromEntries(
  Object.entries(elements).map(([name, attributes]) => [
    name,
    { attrs: Object.fromEntries(attributes.map((attribute) => [attribute, null])) }
  ])
)

const blocks = ["#if ", "#each ", "#unless ", "#with ", "else", "/if", "/each", "/unless", "/with"]

/** Proposes variables and blocks after two braces. */
export const completeMergeTags =
  (variables: () => ReadonlyArray<string>) =>
  (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/\{\{[#/]?[\w.@]*$/)
    if (typed === null) return null
    const options = [
      ...variables().map((label) => ({ label, type: "variable" })),
      ...blocks.map((label) => ({ label, type: "keyword" }))
    ]
    return { from: typed.from + 2, options, validFor: /^[#/]?[\w.@]*$/ }
  }

/** Reads a language, and colours it. */
export const readerOf = (language: CodeLanguage): Extension => {
  switch (language) {
    case "mjml":
      return html({ extraTags: mjmlTags, selfClosingTags: true, autoCloseTags: false })
    case "html":
      return html({ autoCloseTags: false })
    case "json":
      return json()
    case "text":
      return []
  }
}
