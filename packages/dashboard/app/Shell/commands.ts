import type { ListEmails } from "@telemark/client"
import type { IconName } from "./icons.js"

/** Something that the palette leads to. */
export interface Command {
  readonly group: "pages" | "create" | "messages"
  readonly label: string
  /** What tells it from others of that label. */
  readonly hint?: string
  readonly icon: IconName
  readonly to: string
}

/** What can be created, where, and what one must be allowed to do for it. */
export const creations = [
  { name: "key", to: "/api-keys?create=key", scope: "apikey:manage" },
  { name: "template", to: "/templates/-/new", scope: "template:manage" },
  { name: "domain", to: "/domains/new", scope: "domain:write" }
] as const

/** The commands whose label has each word of what was typed, in upper or lower case. */
export const matching = (
  commands: ReadonlyArray<Command>,
  typed: string
): ReadonlyArray<Command> => {
  const words = typed.toLowerCase().split(/\s+/)
  return commands.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
}

/** The fewest characters that messages are searched by. */
const minSearched = 2

/** How the list of messages finds what was typed. */
interface MailSearch {
  /** Undefined for a message's id, which needs no search. */
  readonly conditions: Pick<ListEmails, "recipient" | "subject"> | undefined
  readonly to: string
}

/**
 * The search for what was typed: a message's id, a recipient's whole address, or the beginning of a
 * subject. Undefined if it is too short.
 */
export const mailSearchOf = (typed: string): MailSearch | undefined => {
  const text = typed.trim()
  if (text.length < minSearched) return undefined
  if (/^em_[0-9a-f]+$/.test(text)) return { conditions: undefined, to: `/messages/${text}` }
  const name = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? "recipient" : "subject"
  return { conditions: { [name]: text }, to: `/messages?${name}=${encodeURIComponent(text)}` }
}

/** Which command the arrow keys choose next; they go round. */
export const nextChosen = (key: string, chosen: number, count: number): number | undefined => {
  if (count === 0) return undefined
  if (key === "ArrowDown") return (chosen + 1) % count
  if (key === "ArrowUp") return (chosen - 1 + count) % count
  return undefined
}
