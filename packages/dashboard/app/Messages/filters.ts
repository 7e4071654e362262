import type { ListEmails } from "@telemark/client"
import { given } from "../Client/index.js"

/** Filters of the list as its address has them. */
export const filterNames = [
  "q",
  "status",
  "recipient",
  "subject",
  "tag",
  "template_id",
  "recipient_domain",
  "sender_domain",
  "period",
  "since",
  "until"
] as const
export type FilterName = (typeof filterNames)[number]
export type Filters = Readonly<Record<FilterName, string>>

/**
 * Changes filters. `isTyping`: what is being typed is one entry of the browser's history, and what
 * is chosen one each.
 */
export type ChangeFilters = (changes: Readonly<Record<string, string>>, isTyping?: boolean) => void

/** Those that are chips; `since` and `until` belong to the period. */
export const chipNames = [
  "status",
  "period",
  "recipient",
  "subject",
  "tag",
  "template_id",
  "recipient_domain",
  "sender_domain"
] as const satisfies ReadonlyArray<FilterName>
export type ChipName = (typeof chipNames)[number]

/** The chip that a path of a refusal speaks of: `query.recipient`. */
export const filterOf = (path: string): ChipName | undefined => {
  const name = path.replace(/^query\./, "")
  return name === "since" || name === "until" ? "period" : chipNames.find((chip) => chip === name)
}

export const periods = ["1h", "24h", "7d", "30d", "own"] as const

export const readFilters = (parameters: URLSearchParams): Filters =>
  Object.fromEntries(filterNames.map((name) => [name, parameters.get(name) ?? ""])) as Filters

export const isFiltered = (filters: Filters): boolean =>
  filterNames.some((name) => filters[name] !== "")

const hours: Readonly<Record<string, number>> = { "1h": 1, "24h": 24, "7d": 7 * 24, "30d": 30 * 24 }

/**
 * A time of an input, which is in the person's zone, as an instant. What isn't a time is left for
 * the server to refuse.
 */
const instantOf = (local: string): string => {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}

/** When a period began, in whole minutes: otherwise each request would differ. */
const beginOf = (period: string, now: number): string | undefined => {
  const length = hours[period]
  return length === undefined
    ? undefined
    : new Date(Math.floor(now / 60_000) * 60_000 - length * 3_600_000).toISOString()
}

/** The filters as requests have them, without those that aren't given. */
export const conditionsOf = (
  { period, since, until, ...filters }: Filters,
  now = Date.now()
): Readonly<Record<string, string>> => {
  const asked = {
    ...filters,
    since: period === "own" ? (since === "" ? "" : instantOf(since)) : (beginOf(period, now) ?? ""),
    until: period === "own" && until !== "" ? instantOf(until) : ""
  }
  return given(asked)
}

/** How many messages a page has. */
export const pageSize = 50

/** The request for the page after `after` of the messages that match. */
export const requestOf = (filters: Filters, after: string): ListEmails => ({
  limit: pageSize,
  ...conditionsOf(filters),
  ...given({ after })
})

/** When a message was accepted, which its id begins with; undefined if it isn't such an id. */
export const acceptedAt = (id: string): string | undefined => {
  const millis = Number.parseInt(/^em_([0-9a-f]{12})/.exec(id)?.[1] ?? "", 16)
  return Number.isNaN(millis) ? undefined : new Date(millis).toISOString()
}
