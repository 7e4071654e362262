import type { FileProblem } from "./problems.js"

/** Folds names that are one folder on some systems, which ignore case and trailing dots. */
const locationOf = (name: string): string => name.toLowerCase().replace(/\.+$/, "")

/**
 * Templates whose folder would coincide with another one on some system. Refused on all systems,
 * because the folder may be shared.
 */
export const collisions = (
  ids: ReadonlyArray<string>,
  present: ReadonlyArray<string>
): ReadonlyArray<FileProblem> =>
  ids.flatMap((id) => {
    const other = [...ids, ...present].find(
      (name) => name !== id && locationOf(name) === locationOf(id)
    )
    if (other === undefined) return []
    const advice = ids.includes(other) ? "Keep one of them active" : `Rename or remove ${other}`
    return [
      {
        file: id,
        reason: `must differ from ${other} by more than case and dots at the end: on some systems they are one folder. ${advice}`
      }
    ]
  })

/** Ids that Windows doesn't allow as folder names. */
export const notOnWindows = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.filter((id) => /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|\.$/i.test(id))
