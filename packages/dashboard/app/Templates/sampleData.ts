/** Data that fills the preview. */
export type Data = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Data =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What a field shows for a value: its text, or JSON. */
export const fieldOf = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value)

/** The value that a field stands for: lists and objects are written as JSON, all else is text. */
export const valueOf = (field: string): unknown => {
  if (!/^\s*[[{]/.test(field)) return field
  try {
    return JSON.parse(field) as unknown
  } catch {
    return field
  }
}

export const valueAt = (data: Data, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      data
    )

/** Data with another value at a path; undefined takes it away. */
export const withValue = (data: Data, path: string, value: unknown): Data => {
  const [name = "", ...rest] = path.split(".")
  const { [name]: before, ...others } = data
  const next =
    rest.length === 0 ? value : withValue(isObject(before) ? before : {}, rest.join("."), value)
  return next === undefined || (rest.length > 0 && isObject(next) && Object.keys(next).length === 0)
    ? others
    : { ...data, [name]: next }
}

/** The object that a text is as JSON; undefined if it isn't one. */
export const parseData = (text: string): Data | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const keyOf = (tenant: string, id: string): string => `telemark.sample.${tenant}.${id}`

export const readSample = (tenant: string, id: string): Data =>
  parseData(localStorage.getItem(keyOf(tenant, id)) ?? "{}") ?? {}

/** A browser without room forgets samples: they are no work. */
export const keepSample = (tenant: string, id: string, data: Data): void => {
  try {
    localStorage.setItem(keyOf(tenant, id), JSON.stringify(data))
  } catch {
    return
  }
}
