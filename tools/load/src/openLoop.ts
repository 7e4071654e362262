import { setTimeout as pause } from "node:timers/promises"

/** An open loop: sends are due at fixed instants, whether or not earlier ones were answered. */
export interface OpenLoop {
  /** When the first is due, by the caller's clock, in milliseconds. */
  readonly begin: number
  /** Sends a second. */
  readonly rate: number
  readonly count: number
}

/** When the send of that number, from 0, is due. */
export const dueAt = ({ begin, rate }: Pick<OpenLoop, "begin" | "rate">, index: number): number =>
  begin + (index * 1000) / rate

/** How many sends are due by now. */
export const dueBy = ({ begin, count, rate }: OpenLoop, now: number): number =>
  now < begin ? 0 : Math.min(count, Math.floor(((now - begin) * rate) / 1000) + 1)

/**
 * Makes each send as soon as it is due, and resolves when the last was made. `now` is the caller's
 * clock.
 */
export const runOpenLoop = async (
  loop: OpenLoop,
  now: () => number,
  send: (index: number) => Promise<void>
): Promise<void> => {
  for (let index = 0; index < loop.count;) {
    for (const due = dueBy(loop, now()); index < due; index++) void send(index)
    await pause(1)
  }
}
