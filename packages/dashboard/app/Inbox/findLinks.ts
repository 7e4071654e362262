import { attributeOf, readHtml } from "@telemark/html"
import { decodeHTML, decodeHTMLAttribute } from "entities"
import { type LinkProblem, linkProblem } from "./linkProblem.js"

/** A link of a mail; equal ones are counted. */
export interface MailLink {
  readonly address: string
  /** What people click on, or the text of its image; empty in plain text. */
  readonly label: string
  readonly where: "html" | "text"
  readonly count: number
  readonly problem: LinkProblem | undefined
}

interface MailLinks {
  /** Those with a problem first, each in the order of the mail; at most `maxLinks`. */
  readonly links: ReadonlyArray<MailLink>
  /** How many different ones there are in what was read. */
  readonly total: number
  readonly problems: number
  /** Whether the mail has more than what was read and looked at. */
  readonly isCut: boolean
}

/**
 * So much is read of html, and of text, in characters: megabytes would stop the page. Gmail shows a
 * fifth of it.
 */
export const maxRead = 500_000

/** So many different links are looked at, and so many are answered. */
export const maxDifferent = 2_000
export const maxLinks = 100

const maxAddress = 2_048
const maxLabel = 80

interface Found {
  readonly address: string
  readonly where: MailLink["where"]
  label: string
  count: number
}

/** Collects links, equal ones once. Answers the entry, if it is new. */
const makeCollection = () => {
  const found = new Map<string, Found>()
  let isFull = false
  const add = (whole: string, where: MailLink["where"]): Found | undefined => {
    const address = whole.slice(0, maxAddress)
    const key = `${where} ${address}`
    const known = found.get(key)
    if (known !== undefined) known.count += 1
    if (known !== undefined) return undefined
    if (found.size >= maxDifferent) {
      isFull = true
      return undefined
    }
    const entry: Found = { address, where, label: "", count: 1 }
    found.set(key, entry)
    return entry
  }
  return { add, all: () => [...found.values()], isFull: () => isFull }
}

const inHtml = (html: string, add: ReturnType<typeof makeCollection>["add"]): void => {
  let open: Found | undefined
  const label = (text: string): void => {
    if (open !== undefined && open.label.length < maxLabel) open.label = `${open.label}${text}`
  }
  const cut = (source: string): string => source.slice(0, 4 * maxLabel)
  const altOf = (source: string): string =>
    decodeHTMLAttribute(cut(attributeOf(source, "alt") ?? ""))
  readHtml(html, {
    onText: (text) => {
      if (open !== undefined) label(decodeHTML(cut(text)))
    },
    onOpen: (name, source) => {
      if (name === "img" && open !== undefined) label(altOf(source))
      if (name !== "a" && name !== "area") return
      const href = attributeOf(source, "href")
      // Without one it is a target of links, if it has a name.
      if (
        href === undefined &&
        (attributeOf(source, "name") ?? attributeOf(source, "id")) !== undefined
      )
        return
      open = add(decodeHTMLAttribute((href ?? "").slice(0, 2 * maxAddress)), "html")
      if (name === "area") label(altOf(source))
    },
    onClose: (name) => {
      if (name === "a") open = undefined
    }
  })
}

const inText = (text: string, add: ReturnType<typeof makeCollection>["add"]): void => {
  for (const [found] of text.matchAll(/\b(?:https?:\/\/|mailto:)[^\s<>"]*/gi))
    add(found.slice(0, maxAddress).replace(/[.,;:!?)\]'*_]{1,8}$/, ""), "text")
}

/** The links of a mail, and what is wrong with them. Asks nobody. */
export const findLinks = ({
  html,
  text
}: {
  readonly html: string | null
  readonly text: string | null
}): MailLinks => {
  const { add, all, isFull } = makeCollection()
  inHtml((html ?? "").slice(0, maxRead), add)
  inText((text ?? "").slice(0, maxRead), add)
  const links = all().map((found): MailLink => ({
    ...found,
    label: found.label.replace(/\s+/g, " ").trim().slice(0, maxLabel),
    problem: linkProblem(found.address)
  }))
  const wrong = links.filter(({ problem }) => problem !== undefined)
  return {
    links: [...wrong, ...links.filter(({ problem }) => problem === undefined)].slice(0, maxLinks),
    total: links.length,
    problems: wrong.length,
    isCut: isFull() || Math.max(html?.length ?? 0, text?.length ?? 0) > maxRead
  }
}
