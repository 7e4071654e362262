import { findLinksInSteps, type FoundLinks, makeLinkReader } from "./findLinks.js"
import { readHtmlInSteps } from "./readHtml.js"
import { makeTextReader } from "./textOf.js"

/** The first letters of the names that matter: most names are told apart by them. */
const A = 0x61
const B = 0x62
const T = 0x74

/**
 * `textInSteps` and `findLinksInSteps` in one reading, unless the html has templates: text leaves
 * out what is in them.
 */
export function* textAndLinksInSteps(
  html: string
): Generator<void, { readonly text: string; readonly found: FoundLinks }, void> {
  const [text, links] = [makeTextReader(), makeLinkReader()]
  const { onClose, onOpen, onText } = text
  const seen = { template: false }
  const read = yield* readHtmlInSteps(html, {
    onText,
    onOpen: (name, source, at) => {
      const first = name.charCodeAt(0)
      if (first === A) links.onOpen(name, source, at)
      else if (first === T && name === "template") seen.template = true
      onOpen(name, source, at)
    },
    onClose: (name, at) => {
      if (name.charCodeAt(0) === B) links.onClose(name, at)
      onClose(name, at)
    }
  })
  return {
    text: text.end(),
    found: seen.template ? yield* findLinksInSteps(html) : links.end(read)
  }
}
