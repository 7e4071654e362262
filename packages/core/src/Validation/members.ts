/**
 * The members of all objects and lists among some values: one level down. Values are walked level by level,
 * without recursion, because `JSON.parse` accepts what would overflow the stack.
 */
export const membersOf = (values: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  values.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value as Record<string, unknown>) : []))
