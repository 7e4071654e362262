/** The codes of an error and of what caused it: SQLSTATEs, Node's, and those of a lost connection. */
export const codesOf = (error: unknown): ReadonlyArray<string> => {
  if (typeof error !== "object" || error === null) return []
  const own = "code" in error && typeof error.code === "string" ? [error.code] : []
  return "cause" in error ? [...own, ...codesOf(error.cause)] : own
}
