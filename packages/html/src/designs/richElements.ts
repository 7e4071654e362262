/** Elements that the rich text of a mail may have. */
export const richElements: ReadonlyArray<string> = [
  "a",
  "b",
  "blockquote",
  "br",
  "code",
  "em",
  "h1",
  "h2",
  "h3",
  "hr",
  "i",
  "li",
  "ol",
  "p",
  "pre",
  "s",
  "small",
  "span",
  "strong",
  "sub",
  "sup",
  "u",
  "ul"
]

/** Replacements for elements that editors write, to keep their meaning. */
export const renamedElements: Readonly<Record<string, string>> = {
  div: "p",
  h4: "h3",
  h5: "h3",
  h6: "h3",
  strike: "s",
  del: "s"
}

/** Elements removed with their content. Of other elements the text stays. */
export const removedElements: ReadonlyArray<string> = [
  "script",
  "style",
  "textarea",
  "option",
  "xmp",
  "title",
  "template",
  "noscript",
  "iframe",
  "object",
  "svg",
  "math"
]
