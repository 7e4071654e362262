import type { EmailStatus } from "@telemark/contract"
import type { EmailFilter } from "./Email.js"

/** The parts of a filter of the log, except times. */
export type FilteredBy =
  | "tag"
  | "recipient"
  | "recipient_domain"
  | "sender_domain"
  | "subject"
  | "template_id"
  | "status"

/** Where most messages end. */
const usual = new Set<EmailStatus | undefined>(["sent", "delivered"])

/**
 * The part with the fewest messages first, as a rule. Each has an index in the order of the list.
 */
const byPromise = ({ status }: EmailFilter): ReadonlyArray<FilteredBy> =>
  usual.has(status)
    ? ["recipient", "tag", "recipient_domain", "template_id", "status"]
    : ["recipient", "status", "tag", "recipient_domain", "template_id"]

/**
 * The parts that have no such index: subjects are found by their words, and a tenant has few
 * domains that it sends from.
 */
const unordered: ReadonlyArray<FilteredBy> = ["subject", "sender_domain"]

/**
 * If no part has few: a recipient that gets a copy of everything has the most, and a tag is mostly
 * about one matter.
 */
const amongMany: ReadonlyArray<FilteredBy> = [
  "tag",
  "status",
  "template_id",
  "recipient_domain",
  "recipient"
]

/**
 * The maximum of messages counted for a part of a filter: walking through them takes a few
 * milliseconds.
 */
export const maxCounted = 1000

/** How many messages parts of a filter would leave, up to `maxCounted`. */
export type Counts = Readonly<Partial<Record<FilteredBy, number>>>

export interface Selection {
  /** The part whose index is read, newest first; undefined: all messages of the tenant. */
  readonly leading: FilteredBy | undefined
  readonly others: ReadonlyArray<FilteredBy>
  /**
   * Whether that index is known to have fewer than `maxCounted` messages: all may be read, and
   * sorted.
   */
  readonly hasFew: boolean
}

const givenOf = (filter: EmailFilter): ReadonlyArray<FilteredBy> =>
  byPromise(filter).filter((by) => filter[by] !== undefined)

/** The parts of a filter that are worth counting before one of them leads, if there are several. */
export const rivalsOf = (filter: EmailFilter): ReadonlyArray<FilteredBy> =>
  givenOf(filter).filter((by) => by !== "status" || !usual.has(filter.status))

const isFew = (counts: Counts, by: FilteredBy | undefined): boolean =>
  by !== undefined && (counts[by] ?? Infinity) < maxCounted

const rankIn =
  (counts: Counts) =>
  (by: FilteredBy): number => {
    const count = counts[by] ?? Infinity
    return Number.isFinite(count) && count >= maxCounted
      ? maxCounted + amongMany.indexOf(by)
      : count
  }

/**
 * Chooses the index by which a filter is read: that of the part with the fewest messages if they
 * were counted, otherwise the one that promises the fewest. The database can't choose: its
 * statistics may be a day old, and a plan for another day's values would walk through the whole
 * log.
 */
export const selectionOf = (filter: EmailFilter, counts: Counts = {}): Selection => {
  const rank = rankIn(counts)
  const given = givenOf(filter)
  const fewest = Math.min(...given.map(rank))
  const leading = given.find((by) => rank(by) === fewest)
  const all = [...given, ...unordered.filter((by) => filter[by] !== undefined)]
  return { leading, others: all.filter((by) => by !== leading), hasFew: isFew(counts, leading) }
}

/**
 * Whether the counters know how many messages a filter leaves: they only count by status and time
 * of acceptance.
 */
export const isCounted = ({ q, since, until, ...filter }: EmailFilter): boolean => {
  const { leading = "status", others } = selectionOf(filter)
  const isBroad = q === undefined && since === undefined && until === undefined
  return isBroad && leading === "status" && others.length === 0
}
