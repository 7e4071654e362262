/** Who waits for a compiler: those that sends wait for, and for each tenant those that it waits for itself. */
export interface Waiting<Turn> {
  readonly urgent: ReadonlyArray<Turn>
  /** Tenants in the order in which it's their turn. */
  readonly ordinary: ReadonlyMap<string, ReadonlyArray<Turn>>
}

/** A turn that is to be had: for a tenant, or urgent. */
export interface Claim {
  readonly tenantId: string | undefined
}

export const nobody: Waiting<never> = { urgent: [], ordinary: new Map() }

// A job takes 10 to 20 ms: what waits behind more than these has a poor chance of an answer in time.
const mostUrgent = 500
const mostOfTenant = 100
const mostOrdinary = 500

const ordinaryCount = <Turn>(waiting: Waiting<Turn>): number =>
  [...waiting.ordinary.values()].reduce((count, turns) => count + turns.length, 0)

/** Whether there is room for one more. */
export const hasRoom = <Turn>(waiting: Waiting<Turn>, { tenantId }: Claim): boolean =>
  tenantId === undefined
    ? waiting.urgent.length < mostUrgent
    : (waiting.ordinary.get(tenantId)?.length ?? 0) < mostOfTenant && ordinaryCount(waiting) < mostOrdinary

/** Adds one at the end of its line. */
export const join = <Turn extends Claim>(waiting: Waiting<Turn>, turn: Turn): Waiting<Turn> =>
  turn.tenantId === undefined
    ? { ...waiting, urgent: [...waiting.urgent, turn] }
    : { ...waiting, ordinary: new Map(waiting.ordinary).set(turn.tenantId, [...(waiting.ordinary.get(turn.tenantId) ?? []), turn]) }

const withLine = <Turn>(
  ordinary: ReadonlyMap<string, ReadonlyArray<Turn>>,
  tenantId: string,
  line: ReadonlyArray<Turn>
): ReadonlyMap<string, ReadonlyArray<Turn>> => {
  const changed = new Map(ordinary)
  if (line.length === 0) changed.delete(tenantId)
  else changed.set(tenantId, line)
  return changed
}

/** Takes one out that no longer wants to wait. */
export const quit = <Turn extends Claim>(waiting: Waiting<Turn>, turn: Turn): Waiting<Turn> => {
  const others = (line: ReadonlyArray<Turn>) => line.filter((one) => one !== turn)
  return turn.tenantId === undefined
    ? { ...waiting, urgent: others(waiting.urgent) }
    : { ...waiting, ordinary: withLine(waiting.ordinary, turn.tenantId, others(waiting.ordinary.get(turn.tenantId) ?? [])) }
}

/**
 * Who is next, if anyone may begin now. What sends wait for goes first; then tenants take turns. A tenant never has
 * more than all but one of the compilers, used or not: its endless job would hold up whoever comes after it.
 */
export const next = <Turn extends Claim>(
  waiting: Waiting<Turn>,
  running: ReadonlyArray<Claim>,
  size: number
): { readonly turn: Turn; readonly waiting: Waiting<Turn> } | undefined => {
  if (running.length >= size) return undefined
  const [urgent, ...others] = waiting.urgent
  if (urgent !== undefined) return { turn: urgent, waiting: { ...waiting, urgent: others } }
  const most = Math.max(1, size - 1)
  for (const [tenantId, [turn, ...rest]] of waiting.ordinary) {
    if (turn === undefined || running.filter((claim) => claim.tenantId === tenantId).length >= most) continue
    // Taken out first: a tenant that has had its turn goes to the end.
    const ordinary = withLine(withLine(waiting.ordinary, tenantId, []), tenantId, rest)
    return { turn, waiting: { ...waiting, ordinary } }
  }
  return undefined
}
