export interface Exited {
  readonly code: number | null
  readonly signal: string | null
}

/** What the unexpected end of a compiler process means for its job. */
export type Ending =
  /** The job took too much memory. */
  | "memory"
  /** It had not started the job: another process can run it. */
  | "not started"
  /** A bug in the program, or it was killed. */
  | "broken"

// V8 aborts when its heap is full. It ends with the other two signals when a single allocation is
// too large.
const gaveUp: ReadonlyArray<string | null> = ["SIGABRT", "SIGTRAP", "SIGILL"]

/** The exit code of an abort on Windows, which has no signals. */
const abortCode = 134

/** `hasStarted`: the process had loaded what the job needs and started it. */
export const endingOf = ({ code, signal }: Exited, hasStarted: boolean): Ending => {
  const isAbort = gaveUp.includes(signal) || code === abortCode
  if (!hasStarted && (isAbort || signal !== null)) return "not started"
  return isAbort ? "memory" : "broken"
}
