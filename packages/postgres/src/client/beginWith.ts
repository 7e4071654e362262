/**
 * Adds these settings to statements that begin a transaction. One round trip, since several
 * statements without parameters are one message.
 */
export const beginWith = (
  settings: Readonly<Record<string, string>>
): ((statement: string) => string) => {
  const begin = [
    "BEGIN",
    ...Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
  ].join("; ")
  return (statement) =>
    statement.startsWith("BEGIN") ? begin + statement.slice("BEGIN".length) : statement
}
