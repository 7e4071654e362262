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

type Data = Readonly<Record<string, unknown>>

interface Default {
  readonly path: ReadonlyArray<string>
  readonly value: string
}

const isPlain = (value: unknown): value is Data =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const memberOf = (data: Data, name: string): unknown =>
  Object.hasOwn(data, name) ? data[name] : undefined

/** Copies at most once: data may have very many members, and a template very many defaults. */
const fill = (data: Data, defaults: ReadonlyArray<Default>, depth: number): Data => {
  let filled: Record<string, unknown> | undefined
  const set = (name: string, value: unknown): void => {
    filled ??= { ...data }
    filled[name] = value
  }
  const nested = new Map<string, ReadonlyArray<Default>>()
  for (const one of defaults) {
    const name = one.path[depth] ?? ""
    if (one.path.length > depth + 1) nested.set(name, [...(nested.get(name) ?? []), one])
    else if (memberOf(data, name) === undefined) set(name, one.value)
  }
  for (const [name, below] of nested) {
    const present = memberOf(filled ?? data, name)
    if (present !== undefined && !isPlain(present)) continue
    const whole = fill(present ?? {}, below, depth + 1)
    if (whole !== present) set(name, whole)
  }
  return filled ?? data
}

/**
 * Adds defaults, by dotted path, for what the data lacks. An explicit null stays. An empty default
 * means none; otherwise `{{#if order}}` would hold just because `order.number` is declared. `links`
 * are for the addresses that the service fills itself; a declared default goes before them.
 */
export const withDefaults = (
  data: Data,
  variables: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>> = {}
): Data => {
  const defaults = [...Object.entries(links), ...Object.entries(variables)].flatMap(
    ([path, value]) => (value === "" ? [] : [{ path: path.split("."), value }])
  )
  return defaults.length === 0 ? data : fill(data, defaults, 0)
}

/** An explicit null, anywhere on the path, counts as given. */
const isGiven = (data: Data, path: ReadonlyArray<string>): boolean => {
  let value: unknown = data
  for (const name of path) {
    if (value === null) return true
    value = typeof value === "object" ? memberOf(value as Data, name) : undefined
  }
  return value !== undefined
}

/**
 * Paths of declared variables that are empty in the mail: the data lacks them, they have no
 * default, and the service doesn't fill them.
 */
export const withoutValue = (
  data: Data,
  variables: Readonly<Record<string, string>>
): ReadonlyArray<string> =>
  Object.entries(variables).flatMap(([path, value]) =>
    value === "" && !isLinkVariable(path) && !isGiven(data, path.split(".")) ? [path] : []
  )
