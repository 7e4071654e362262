/** A line for each tenant that waits, the tenants in the order in which it's their turn. */
export type Lines<Turn> = ReadonlyMap<string, ReadonlyArray<Turn>>

interface OfTenant {
  readonly tenantId: string
}

export const noLines: Lines<never> = new Map()

/** How many wait in all. */
export const lengthOf = <Turn>(lines: Lines<Turn>): number => [...lines.values()].reduce((count, line) => count + line.length, 0)

/** How many of a tenant wait. */
export const waitingOf = <Turn>(lines: Lines<Turn>, tenantId: string): number => lines.get(tenantId)?.length ?? 0

/** Adds one at the end of its tenant's line. */
export const standIn = <Turn extends OfTenant>(lines: Lines<Turn>, turn: Turn): Lines<Turn> =>
  new Map(lines).set(turn.tenantId, [...(lines.get(turn.tenantId) ?? []), turn])

/** Takes one out. Its tenant keeps its place among the others, or goes `"to the end"` since it has had its turn. */
export const stepOut = <Turn extends OfTenant>(lines: Lines<Turn>, turn: Turn, tenant?: "to the end"): Lines<Turn> => {
  const rest = (lines.get(turn.tenantId) ?? []).filter((one) => one !== turn)
  const changed = new Map(lines)
  if (rest.length === 0 || tenant !== undefined) changed.delete(turn.tenantId)
  if (rest.length > 0) changed.set(turn.tenantId, rest)
  return changed
}
