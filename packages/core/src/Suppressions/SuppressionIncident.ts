/** The suppression brake came on: so many recipients were refused in one wording that it isn't believed. Instants are epoch milliseconds. */
export interface SuppressionIncident {
  readonly id: string
  /** The route's name: the tenant whose own server it is, or `platform`. */
  readonly route: string
  /** Whose mail is meant; null: that of all tenants on the route. */
  readonly tenant_id: string | null
  readonly wording: string
  /** When the first of its suppressions may have been added. */
  readonly since: number
  /** When suppressing stopped. */
  readonly engaged_at: number
  /** When it begins again, as far as is known. */
  readonly ends_at: number
  /** Recipients who had been suppressed by then. */
  readonly suppressed: number
}

/** An incident as it is kept, and what was undone of it. */
export interface SuppressionIncidentRecord extends SuppressionIncident {
  /** When suppressions of it were last removed; null: never. */
  readonly undone_at: number | null
  /** How many were removed. */
  readonly undone: number
}

/** What a suppression remembers of the answer that caused it, so that undoing an incident removes what it caused and nothing else. */
export const suppressionCause = ({ route, wording }: Pick<SuppressionIncident, "route" | "wording">): string => `${route} ${wording}`

/** For how long incidents are kept, in milliseconds. */
export const incidentMillis = 90 * 24 * 60 * 60_000
