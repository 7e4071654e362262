/** How a process ended: with a code of its own, or by a signal. */
export interface Exited {
  readonly code: number | null
  readonly signal: string | null
}

/** What the end of a compiler process that nobody asked to end means for its job. */
export type Ending =
  /** The job took too much memory. */
  | "memory"
  /** It had not begun with the job: another process may do it. */
  | "not started"
  /** The program is wrong, or somebody killed it. */
  | "broken"

// V8 aborts when its heap is full. By the other two it gives up on a single thing that is too large for it.
const gaveUp: ReadonlyArray<string | null> = ["SIGABRT", "SIGTRAP", "SIGILL"]

/** What Windows, which knows no signals, has for an abort. */
const abortCode = 134

/** What it means that a process ended. `hasStarted`: it had loaded what the job needs, and begun with it. */
export const endingOf = ({ code, signal }: Exited, hasStarted: boolean): Ending => {
  const isAbort = gaveUp.includes(signal) || code === abortCode
  if (!hasStarted && (isAbort || signal !== null)) return "not started"
  return isAbort ? "memory" : "broken"
}
