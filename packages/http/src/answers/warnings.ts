/** A response whose `warnings` begin with these. */
export const withWarnings = (response: unknown, warnings: ReadonlyArray<string>): unknown => {
  if (warnings.length === 0) return response
  const { warnings: others = [] } = response as { readonly warnings?: ReadonlyArray<string> }
  return { ...(response as object), warnings: [...warnings, ...others] }
}

/** Where a stream has its warnings, since it has no member for them. */
export const warningsHeader = {
  name: "x-warnings",
  description: "The unknown parameters of the query, which were ignored."
} as const

/** The header of a stream with warnings. Header fields are ASCII (RFC 9110 5.5). */
export const headersOfWarnings = (
  warnings: ReadonlyArray<string>
): Readonly<Record<string, string>> =>
  warnings.length === 0 ? {} : { [warningsHeader.name]: warnings.join(" ").replace(/[^ -~]/g, "?") }
