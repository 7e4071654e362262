import type { EmailFilter, EmailStatus } from "@telemark/core"

/** What a filter of the log asks for beside times. */
export type FilteredBy = "tag" | "recipient" | "template_id" | "status"

/** Where most messages end. */
const usual = new Set<EmailStatus | undefined>(["sent", "delivered"])

/** Those with the fewest messages first, as a rule. Each has an index in the order of the list. */
const byPromise = ({ status }: EmailFilter): ReadonlyArray<FilteredBy> =>
  usual.has(status) ? ["recipient", "tag", "template_id", "status"] : ["recipient", "status", "tag", "template_id"]

/** Where none has few: whoever gets a copy of everything has the most, and a tag is mostly of one matter. */
const amongMany: ReadonlyArray<FilteredBy> = ["tag", "status", "template_id", "recipient"]

/** Messages that are counted of a part of a filter at most: so many are gone past in a few milliseconds. */
export const maxCounted = 1000

/** How many messages parts of a filter would leave, at most `mostCounted`. */
export type Counts = Readonly<Partial<Record<FilteredBy, number>>>

/** How the messages that a filter wants are found. */
export interface Selection {
  /** By whose index they are read, newest first; undefined: all of the tenant's. */
  readonly leading: FilteredBy | undefined
  /** What is left to be looked at of each message. */
  readonly others: ReadonlyArray<FilteredBy>
}

const givenOf = (filter: EmailFilter): ReadonlyArray<FilteredBy> => byPromise(filter).filter((by) => filter[by] !== undefined)

/** The parts of a filter that are worth counting before one of them leads: where there are two or more. */
export const rivalsOf = (filter: EmailFilter): ReadonlyArray<FilteredBy> =>
  givenOf(filter).filter((by) => by !== "status" || !usual.has(filter.status))

const rankIn = (counts: Counts) => (by: FilteredBy): number => {
  const count = counts[by] ?? Infinity
  return Number.isFinite(count) && count >= maxCounted ? maxCounted + amongMany.indexOf(by) : count
}

/**
 * Which index a filter is read by: that of the part with the fewest messages where they were counted, else the one that promises
 * the fewest. Not left to the database: what it knows of the values may be a day old, and a plan for another day's would walk
 * through the whole log.
 */
export const selectionOf = (filter: EmailFilter, counts: Counts = {}): Selection => {
  const rank = rankIn(counts)
  const given = givenOf(filter)
  const fewest = Math.min(...given.map(rank))
  const leading = given.find((by) => rank(by) === fewest)
  return { leading, others: given.filter((by) => by !== leading) }
}

/** Whether the counters know how many messages a filter leaves: they count by status and time of acceptance alone. */
export const isCounted = ({ since, until, ...filter }: EmailFilter): boolean => {
  const { leading = "status", others } = selectionOf(filter)
  return since === undefined && until === undefined && leading === "status" && others.length === 0
}
