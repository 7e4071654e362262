import { findLinksInSteps, type FoundLinks, makeLinkReader } from "./findLinks.js"
import { readHtmlInSteps } from "./readHtml.js"
import { makeTextReader } from "./textOf.js"

/** Names that a link reader listens to, beside which it isn't called. */
const isLinked = (name: string): boolean => name === "a" || name === "area"

/** `textInSteps` and `findLinksInSteps` in one reading, unless the html has templates: text leaves out what is in them. */
export function* textAndLinksInSteps(html: string): Generator<void, { readonly text: string; readonly found: FoundLinks }, void> {
  const [text, links] = [makeTextReader(), makeLinkReader()]
  const { onClose, onOpen, onText } = text
  const seen = { template: false }
  const read = yield* readHtmlInSteps(html, {
    onText,
    onOpen: (name, source, at) => {
      if (isLinked(name)) links.onOpen(name, source, at)
      else if (name === "template") seen.template = true
      onOpen(name, source, at)
    },
    onClose: (name, at) => {
      if (name === "body") links.onClose(name, at)
      onClose(name, at)
    }
  })
  return { text: text.end(), found: seen.template ? yield* findLinksInSteps(html) : links.end(read) }
}
