import { TelemarkError, ValidationFailed } from "@telemark/client"

/** What went wrong, for people: the server's own words, with the members that are invalid. */
export const explain = (error: unknown): string => {
  if (!(error instanceof TelemarkError))
    return error instanceof Error ? error.message : String(error)
  const { message } = error
  const details: unknown = error.details
  if (typeof details !== "object" || details === null) return message
  const members = Object.entries(details).filter(
    (entry): entry is [string, ReadonlyArray<string>] => Array.isArray(entry[1])
  )
  return members.length === 0
    ? message
    : members.map(([name, problems]) => `${name} ${problems.join(", ")}`).join(". ")
}

/**
 * What the server found wrong with each member of a request, by its dotted path. Empty if something
 * else went wrong.
 */
export const problemsOf = (error: unknown): Readonly<Record<string, string>> => {
  if (!(error instanceof ValidationFailed)) return {}
  return Object.fromEntries(
    Object.entries(error.details).map(([path, reasons]) => [path, reasons.join(", ")])
  )
}
