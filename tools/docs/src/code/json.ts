import type { Bodies } from "./bodies.js"

/** A value, or why there is none. */
export type Read = { readonly value: unknown } | { readonly problem: string }

/** Reads JSON without throwing. */
export const readJson = (text: string): Read => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { problem: `isn't JSON: ${error instanceof Error ? error.message : "it can't be read"}` }
  }
}

/** What is wrong with a block of JSON; one that is marked `as SendRequest` fits that schema. */
export const problemOfJson = (text: string, note: string, bodies: Bodies): string | undefined => {
  const read = readJson(text)
  if ("problem" in read) return read.problem
  const schema = /^as (\w+)$/.exec(note)?.[1]
  return schema === undefined ? undefined : bodies.ofSchema(schema)(read.value)
}
