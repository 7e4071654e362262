/** A message that is due, as far as choosing it needs to know. */
export interface Due {
  readonly id: string
  readonly tenant_id: string
  readonly due_at: number
}

/** Each tenant's own messages, in the order given. */
export const byTenant = (due: ReadonlyArray<Due>): ReadonlyMap<string, ReadonlyArray<Due>> => {
  const tenants = new Map<string, Array<Due>>()
  for (const message of due) {
    const own = tenants.get(message.tenant_id)
    if (own === undefined) tenants.set(message.tenant_id, [message])
    else own.push(message)
  }
  return tenants
}

/**
 * Takes `limit` messages, one from each tenant in turn until it is full: what one tenant has too little of
 * goes to those that have more. Each tenant's own messages come in the order given.
 */
export const takeTurns = (due: ReadonlyArray<Due>, limit: number): ReadonlyArray<Due> => {
  const rounds: Array<Array<Due>> = []
  const seen = new Map<string, number>()
  for (const message of due) {
    const round = seen.get(message.tenant_id) ?? 0
    seen.set(message.tenant_id, round + 1)
    const messages = rounds[round] ??= []
    messages.push(message)
  }
  return rounds.flat().slice(0, limit)
}
