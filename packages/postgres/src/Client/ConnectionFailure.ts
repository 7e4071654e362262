/** What node-postgres says without a code, and what is meant by it. */
const meanings: ReadonlyArray<readonly [message: RegExp, code: string]> = [
  [/timeout/i, "CONNECT_TIMEOUT"],
  [/^Connection terminated|not queryable$/, "CONNECTION_TERMINATED"],
  [/^Cannot use a pool after/, "CONNECTION_CLOSED"]
]

/** A connection that is not there, or no longer; its `code` says so, as the server's own codes do. */
export class ConnectionFailure extends Error {
  override readonly name = "ConnectionFailure"
  constructor(readonly code: string, message: string, options?: ErrorOptions) {
    super(message, options)
  }
}

/** The error of the driver, with a code if it is one of those without. */
export const failureOf = (error: Error): Error => {
  if ("code" in error && typeof error.code === "string") return error
  const code = meanings.find(([message]) => message.test(error.message))?.[1]
  return code === undefined ? error : new ConnectionFailure(code, error.message, { cause: error })
}

/** SQLSTATEs after which the server closes the connection, or its prepared statements aren't what we think. */
const fatal = /^(?:08...|57P0[1-5]|25P03|26000|42P05)$/

/** Whether the connection on which a statement failed so can't be used any more. */
export const breaksConnection = (error: Error): boolean => {
  if (!("code" in error) || typeof error.code !== "string") return true
  if ("severity" in error) return error.severity === "FATAL" || error.severity === "PANIC" || fatal.test(error.code)
  return true
}
