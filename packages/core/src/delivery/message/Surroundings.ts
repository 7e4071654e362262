/** What a limiter needs to know of the other routes, and announces to them. */
export interface Surroundings {
  /** Whether so many messages use tenants' own routes that each route should have only one. */
  readonly isFull: () => boolean
  /** The same without the message that asks, which is already counted. */
  readonly isOverfull: () => boolean
  readonly onCapacity: () => void
}
