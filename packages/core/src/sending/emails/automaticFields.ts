import type { HeaderField } from "./headers.js"

/**
 * Asks receivers not to answer by machine: RFC 3834 5, and what Exchange reads instead. Not `All`,
 * which asks Exchange for no non-delivery reports either.
 */
const automatic: ReadonlyArray<HeaderField> = [
  ["Auto-Submitted", "auto-generated"],
  ["X-Auto-Response-Suppress", "OOF, AutoReply"]
]

/** Without those that the caller gives. Who gives Auto-Submitted decides about both. */
export const automaticFields = (given: ReadonlyArray<HeaderField>): ReadonlyArray<HeaderField> => {
  const names = given.map(([name]) => name.toLowerCase())
  return names.includes("auto-submitted")
    ? []
    : automatic.filter(([name]) => !names.includes(name.toLowerCase()))
}
