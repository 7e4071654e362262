import { type Lines, lengthOf, noLines, standIn, stepOut, waitingOf } from "./lines.js"

/** A turn that is to be had. */
export interface Claim {
  readonly tenantId: string
  /** A send waits for it. */
  readonly isUrgent: boolean
}

/** Who waits for a compiler: those that sends wait for, and those that save or preview. */
export interface Waiting<Turn> {
  readonly urgent: Lines<Turn>
  readonly ordinary: Lines<Turn>
  /** How many urgent ones have begun since an ordinary one did. */
  readonly urgentInARow: number
}

export const nobody: Waiting<never> = { urgent: noLines, ordinary: noLines, urgentInARow: 0 }

// A job takes 10 to 20 ms: what waits behind more than these has a poor chance of an answer in time.
const mostOfTenant = 100
const most = 500

/** Every fourth turn at least is an ordinary one: sends that need a lot of preparing must not keep anyone from saving. */
const mostUrgentInARow = 3

const kindOf = ({ isUrgent }: Claim): "urgent" | "ordinary" => (isUrgent ? "urgent" : "ordinary")

/** Whether there is room for one more of its kind. There always is for a tenant that has none waiting: others may have filled the line. */
export const hasRoom = <Turn>(waiting: Waiting<Turn>, claim: Claim): boolean => {
  const lines = waiting[kindOf(claim)]
  const own = waitingOf(lines, claim.tenantId)
  return own === 0 || (own < mostOfTenant && lengthOf(lines) < most)
}

/** Adds one at the end of its line. */
export const join = <Turn extends Claim>(waiting: Waiting<Turn>, turn: Turn): Waiting<Turn> => {
  const kind = kindOf(turn)
  return { ...waiting, [kind]: standIn(waiting[kind], turn) }
}

/** Takes one out that no longer wants to wait. */
export const quit = <Turn extends Claim>(waiting: Waiting<Turn>, turn: Turn): Waiting<Turn> => {
  const kind = kindOf(turn)
  return { ...waiting, [kind]: stepOut(waiting[kind], turn) }
}

/**
 * Who is next, if anyone may begin now. What sends wait for goes first, but not for ever; in either kind tenants take
 * turns. A tenant never has more than all but one of the compilers, used or not: its endless job would hold up whoever
 * comes after it.
 */
export const next = <Turn extends Claim>(
  waiting: Waiting<Turn>,
  running: ReadonlyArray<Claim>,
  size: number
): { readonly turn: Turn; readonly waiting: Waiting<Turn> } | undefined => {
  if (running.length >= size) return undefined
  const share = Math.max(1, size - 1)
  const mayBegin = (tenantId: string): boolean => running.filter((claim) => claim.tenantId === tenantId).length < share
  const firstOf = (lines: Lines<Turn>): Turn | undefined => {
    for (const [tenantId, [turn]] of lines) if (turn !== undefined && mayBegin(tenantId)) return turn
    return undefined
  }
  const urgent = firstOf(waiting.urgent)
  const ordinary = firstOf(waiting.ordinary)
  const isOrdinarysTurn = urgent === undefined || waiting.urgentInARow >= mostUrgentInARow
  if (ordinary !== undefined && isOrdinarysTurn) {
    return { turn: ordinary, waiting: { ...waiting, ordinary: stepOut(waiting.ordinary, ordinary, "to the end"), urgentInARow: 0 } }
  }
  if (urgent === undefined) return undefined
  const urgentInARow = Math.min(waiting.urgentInARow + 1, mostUrgentInARow)
  return { turn: urgent, waiting: { ...waiting, urgent: stepOut(waiting.urgent, urgent, "to the end"), urgentInARow } }
}
