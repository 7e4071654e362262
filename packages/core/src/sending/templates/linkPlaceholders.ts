/**
 * Variables that the service fills itself: the addresses of a mail's own pages. What stands for
 * each is replaced when the mail is composed, in templates and in content that a send brings alike.
 */
export const linkPlaceholders = {
  unsubscribe_url: "{{unsubscribe_url}}",
  preferences_url: "{{preferences_url}}"
} as const

const names = Object.keys(linkPlaceholders) as ReadonlyArray<keyof typeof linkPlaceholders>

/** What previews show instead. */
export const linkExamples: Readonly<Record<keyof typeof linkPlaceholders, string>> = {
  unsubscribe_url: "https://mail.example.com/u/example",
  preferences_url: "https://mail.example.com/u/example/preferences"
}

/** Whether a variable, by its path, has such a value if a send gives none. */
export const isLinkVariable = (path: string): boolean => Object.hasOwn(linkPlaceholders, path)

/** The placeholders of those variables that a template uses. */
export const placeholdersIn = (
  uses: Readonly<Record<string, unknown>>
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(uses, name) ? [[name, linkPlaceholders[name]]] : []))
  )
