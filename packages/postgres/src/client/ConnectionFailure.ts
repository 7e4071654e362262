/** Errors of node-postgres without a code, and the code they get here. */
const meanings: ReadonlyArray<readonly [message: RegExp, code: string]> = [
  [/timeout/i, "CONNECT_TIMEOUT"],
  [/^Connection terminated|not queryable$/, "CONNECTION_TERMINATED"],
  [/^Cannot use a pool after/, "CONNECTION_CLOSED"]
]

/** A connection that can't be made or was lost. Its `code` says which, as the server's codes do. */
export class ConnectionFailure extends Error {
  override readonly name = "ConnectionFailure"
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions
  ) {
    super(message, options)
  }
}

/** The driver's error, with a code if it is a connection error without one. */
export const failureOf = (error: Error): Error => {
  if ("code" in error && typeof error.code === "string") return error
  const code = meanings.find(([message]) => message.test(error.message))?.[1]
  return code === undefined ? error : new ConnectionFailure(code, error.message, { cause: error })
}

/**
 * SQLSTATEs after which the server closes the connection, its prepared statements aren't those
 * expected (26000, 42P05, 0A000), or it can't do its work: a session that can't write (25006) stays
 * so after a fail-over, while new ones reach the server that can.
 */
const fatal = /^(?:08...|57P0[1-5]|25P03|25006|26000|42P05|0A000)$/

/** Whether a connection can't be used any more after a statement on it failed with this error. */
export const breaksConnection = (error: Error): boolean => {
  if (!("code" in error) || typeof error.code !== "string") return true
  if ("severity" in error)
    return error.severity === "FATAL" || error.severity === "PANIC" || fatal.test(error.code)
  return true
}
