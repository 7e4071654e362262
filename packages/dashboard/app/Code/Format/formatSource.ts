import beautify from "js-beautify/js/src/html/index.js"
import { flattenTemplate } from "./flattenTemplate.js"
import { keptElements, shownSource } from "./shownSource.js"

/** Elements that stand in a line: those that js-beautify knows, and two that only mail still has. */
const inline = (
  "a abbr acronym area audio b bdi bdo big br button canvas cite code data datalist del dfn em embed font i iframe " +
  "img input ins kbd label map mark math meter nobr noscript object output progress q ruby s samp select small span " +
  "strike strong sub sup svg template textarea time tt u var video wbr"
).split(" ")

const options = {
  indent_size: 2,
  indent_inner_html: true,
  inline,
  // All of MJML are blocks.
  inline_custom_elements: false,
  content_unformatted: [...keptElements],
  extra_liners: [],
  max_preserve_newlines: 2,
  templating: ["handlebars"],
  wrap_line_length: 0
}

const withoutSpace = (text: string): string => text.replace(/\s+/g, "")

const shownBy = (source: string, known: Map<string, number>): string | undefined => {
  const flat = flattenTemplate(source, known)
  return flat === undefined ? undefined : shownSource(flat)
}

/** Why a source stays as it is: it can't be read, or each layout could change what mail shows. */
export type FormatRefusal = "unreadable" | "unsafe"

export type FormattedSource = { readonly source: string } | { readonly refusal: FormatRefusal }

/**
 * Lays MJML or HTML with merge tags out: an element a line, indented by its depth. js-beautify does
 * it; what it makes is only taken if mail made of both looks alike, whatever the data is.
 */
export const formatSource = (source: string): FormattedSource => {
  const known = new Map<string, number>()
  const shown = shownBy(source, known)
  if (shown === undefined) return { refusal: "unreadable" }
  for (const indent_handlebars of [true, false]) {
    const formatted = `${beautify(source, { ...options, indent_handlebars }).trim()}\n`
    const isSame = withoutSpace(formatted) === withoutSpace(source)
    if (isSame && shownBy(formatted, known) === shown) return { source: formatted }
  }
  return { refusal: "unsafe" }
}
