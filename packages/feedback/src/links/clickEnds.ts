import { makeRecent, type Recent } from "../recent/makeRecent.js"
import { clickEnd } from "../tokens/clickToken.js"

/** A few hundred kilobytes with usual links, 8 MB at most. */
const maxKnown = 2000

const ends = new WeakMap<Uint8Array, Recent<string>>()

const endsOf = (key: Uint8Array): Recent<string> => {
  let known = ends.get(key)
  if (known === undefined) ends.set(key, (known = makeRecent(maxKnown)))
  return known
}

/** `clickEnd`, remembered: most links of a template are the same in the next send. */
export const recentClickEnd = (
  key: Uint8Array,
  link: { readonly destination: string; readonly tenant_id: string }
): string => {
  const known = endsOf(key)
  const name = `${link.tenant_id} ${link.destination}`
  const found = known.get(name)
  if (found !== undefined) return found
  const end = clickEnd(key, link)
  known.set(name, end)
  return end
}
