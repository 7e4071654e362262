import type { FileProblem } from "./problems.js"

/** The same for all names that are one folder on some system: case doesn't count there, or dots at the end. */
const locationOf = (name: string): string => name.toLowerCase().replace(/\.+$/, "")

/**
 * The templates that can't each have a folder beside the others, or beside what the folder of all templates holds.
 * Refused on every system: the folder may be shared.
 */
export const collisions = (ids: ReadonlyArray<string>, present: ReadonlyArray<string>): ReadonlyArray<FileProblem> =>
  ids.flatMap((id) => {
    const other = [...ids, ...present].find((name) => name !== id && locationOf(name) === locationOf(id))
    if (other === undefined) return []
    const advice = ids.includes(other) ? "Keep one of them active" : `Rename ${other}, or take it away`
    return [{ file: id, reason: `must differ from ${other} by more than case and dots at the end: on some systems they are one folder. ${advice}` }]
  })

/** The ids that Windows gives no folder of that name. */
export const notOnWindows = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.filter((id) => /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|\.$/i.test(id))
