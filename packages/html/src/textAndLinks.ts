import { findLinksInSteps, type FoundLinks, makeLinkReader } from "./findLinks.js"
import { readHtmlInSteps } from "./readHtml.js"
import { makeTextReader } from "./textOf.js"

/** `textInSteps` and `findLinksInSteps` in one reading, unless the html has templates: text leaves out what is in them. */
export function* textAndLinksInSteps(html: string): Generator<void, { readonly text: string; readonly found: FoundLinks }, void> {
  const [text, links] = [makeTextReader(), makeLinkReader()]
  const seen = { template: false }
  const read = yield* readHtmlInSteps(html, {
    onText: text.onText,
    onOpen: (name, source, at) => {
      if (name === "template") seen.template = true
      text.onOpen(name, source, at)
      links.onOpen(name, source, at)
    },
    onClose: (name, at) => {
      text.onClose(name, at)
      links.onClose(name, at)
    }
  })
  return { text: text.end(), found: seen.template ? yield* findLinksInSteps(html) : links.end(read) }
}
