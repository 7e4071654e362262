export const administrationNames = [
  "migrate",
  "tenants",
  "keys",
  "topics",
  "suppressions",
  "secrets",
  "dashboard",
  "recount"
] as const

/** Whether a word names a command that needs the database and no other service. */
export const isAdministration = (word: string | undefined): boolean =>
  administrationNames.some((name) => name === word)
