/**
 * What a statement is for that decides for its whole transaction, the first of these that one of
 * its statements fits.
 */
const deciding: ReadonlyArray<readonly [purpose: string, pattern: RegExp]> = [
  ["accept", /^INSERT INTO emails\b/],
  ["record", /^DELETE FROM queue\b/],
  ["claim", /^UPDATE queue SET lease_owner = \?/],
  ["release", /^UPDATE queue SET lease_owner = NULL/],
  ["renew", /^UPDATE queue SET due_at\b/],
  ["record webhooks", /^INSERT INTO webhook_attempts\b/],
  ["claim webhooks", /^UPDATE webhook_queue SET lease_owner = \?/],
  ["release webhooks", /^UPDATE webhook_queue SET lease_owner = NULL/]
]

const written = /\b(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM) (\w+)/
/** Rows that a statement brings along itself are no table. */
const read = /\b(?:FROM|JOIN) (?!json_each\b)(\w+)/

/** Whether a statement changes anything. */
export const writes = (statement: string): boolean => written.test(statement)

/**
 * What the statements of one transaction, or one alone, are for: `accept`, `record` and so on for
 * messages, else the first table that they write, or look at if they write none. Each is in one
 * line.
 */
export const purposeOf = (statements: ReadonlyArray<string>): string => {
  const decided = deciding.find(([, pattern]) =>
    statements.some((statement) => pattern.test(statement))
  )
  if (decided !== undefined) return decided[0]
  for (const [kind, pattern] of [
    ["writes", written],
    ["looks at", read]
  ] as const) {
    const found = statements.flatMap((statement) => pattern.exec(statement)?.[1] ?? [])
    if (found[0] !== undefined) return `${kind} ${found[0]}`
  }
  return statements[0]?.startsWith("PRAGMA") === true ? "settings" : "nothing"
}
