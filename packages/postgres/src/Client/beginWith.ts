/**
 * Statements as they are, but those that begin a transaction with these settings of the server for it: in one round trip, as several
 * statements without parameters are one message.
 */
export const beginWith = (settings: Readonly<Record<string, string>>): ((statement: string) => string) => {
  const begin = ["BEGIN", ...Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = '${value}'`)].join("; ")
  return (statement) => (statement.startsWith("BEGIN") ? begin + statement.slice("BEGIN".length) : statement)
}
