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

/** The fewest characters that messages are searched by here, and the most that they can be. */
const [minSearched, maxSearched] = [2, 200]

/** How the list of messages finds what was typed. */
interface MailSearch {
  /** Undefined for a message's whole id, which needs no search. */
  readonly conditions: Pick<ListEmails, "q"> | undefined
  readonly to: string
}

/** The search for what was typed; undefined if it is too short, too long or has no word. */
export const mailSearchOf = (typed: string): MailSearch | undefined => {
  const q = typed.trim()
  if (q.length < minSearched || q.length > maxSearched || !/[\p{L}\p{N}]/u.test(q)) return undefined
  if (/^em_[0-9a-f]{32}$/.test(q)) return { conditions: undefined, to: `/messages/${q}` }
  return { conditions: { q }, to: `/messages?q=${encodeURIComponent(q)}` }
}

/** Which command the arrow keys choose next; they go round. */
export const nextChosen = (key: string, chosen: number, count: number): number | undefined => {
  if (count === 0) return undefined
  if (key === "ArrowDown") return (chosen + 1) % count
  if (key === "ArrowUp") return (chosen - 1 + count) % count
  return undefined
}
