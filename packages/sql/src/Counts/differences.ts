import { type Count, inOrder } from "./netChanges.js"

const keyOf = ({ hour, status, tenant_id }: Count): string => `${tenant_id} ${String(hour)} ${status}`

/** What must be added to the kept counters to make them the actual ones, in order; those that are right are left out. */
export const differences = (kept: ReadonlyArray<Count>, actual: ReadonlyArray<Count>): ReadonlyArray<Count> => {
  const wanted = new Map(actual.map((count) => [keyOf(count), count]))
  const known = new Set(kept.map(keyOf))
  return [
    ...kept.map((count) => ({ ...count, count: (wanted.get(keyOf(count))?.count ?? 0) - count.count })),
    ...actual.filter((count) => !known.has(keyOf(count)))
  ].filter(({ count }) => count !== 0).sort(inOrder)
}
