import type { EmailFilter, EmailStatus } from "@telemark/core"

/** The parts of a filter of the log, except times. */
export type FilteredBy = "tag" | "recipient" | "template_id" | "status"

/** Where most messages end. */
const usual = new Set<EmailStatus | undefined>(["sent", "delivered"])

/** The part with the fewest messages first, as a rule. Each has an index in the order of the list. */
const byPromise = ({ status }: EmailFilter): ReadonlyArray<FilteredBy> =>
  usual.has(status) ? ["recipient", "tag", "template_id", "status"] : ["recipient", "status", "tag", "template_id"]

/** If no part has few: a recipient that gets a copy of everything has the most, and a tag is mostly about one matter. */
const amongMany: ReadonlyArray<FilteredBy> = ["tag", "status", "template_id", "recipient"]

/** The maximum of messages counted for a part of a filter: walking through them takes a few milliseconds. */
export const maxCounted = 1000

/** How many messages parts of a filter would leave, up to `maxCounted`. */
export type Counts = Readonly<Partial<Record<FilteredBy, number>>>

export interface Selection {
  /** The part whose index is read, newest first; undefined: all messages of the tenant. */
  readonly leading: FilteredBy | undefined
  readonly others: ReadonlyArray<FilteredBy>
}

const givenOf = (filter: EmailFilter): ReadonlyArray<FilteredBy> => byPromise(filter).filter((by) => filter[by] !== undefined)

/** The parts of a filter that are worth counting before one of them leads, if there are two or more. */
export const rivalsOf = (filter: EmailFilter): ReadonlyArray<FilteredBy> =>
  givenOf(filter).filter((by) => by !== "status" || !usual.has(filter.status))

const rankIn = (counts: Counts) => (by: FilteredBy): number => {
  const count = counts[by] ?? Infinity
  return Number.isFinite(count) && count >= maxCounted ? maxCounted + amongMany.indexOf(by) : count
}

/**
 * Chooses the index by which a filter is read: that of the part with the fewest messages if they were counted, otherwise the one that promises the
 * fewest. The database can't choose: its statistics may be a day old, and a plan for another day's values would walk through the whole log.
 */
export const selectionOf = (filter: EmailFilter, counts: Counts = {}): Selection => {
  const rank = rankIn(counts)
  const given = givenOf(filter)
  const fewest = Math.min(...given.map(rank))
  const leading = given.find((by) => rank(by) === fewest)
  return { leading, others: given.filter((by) => by !== leading) }
}

/** Whether the counters know how many messages a filter leaves: they only count by status and time of acceptance. */
export const isCounted = ({ since, until, ...filter }: EmailFilter): boolean => {
  const { leading = "status", others } = selectionOf(filter)
  return since === undefined && until === undefined && leading === "status" && others.length === 0
}
