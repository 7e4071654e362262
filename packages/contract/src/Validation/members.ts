/** Octets aren't counted as members: there may be ten million of them. */
const hasMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value)

/**
 * The members of all objects and lists among values, one level down. Not recursive: `JSON.parse`
 * accepts depths that would overflow the stack.
 */
export const membersOf = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.flatMap((value) => (hasMembers(value) ? Object.values(value) : []))
