import type { VariableUse, VariableUses } from "@telemark/core"

const lostOf = (path: string, use: VariableUse, kept: VariableUse): ReadonlyArray<string> => {
  const isLost = (use.printed === true && kept.printed !== true)
    || (use.tested === true && kept.tested !== true)
    || (use.items !== undefined && kept.items === undefined)
  if (isLost) return [path]
  // Nothing of a list has a path of its own.
  const ofItems = use.items === undefined ? [] : lostOf(path, use.items, kept.items ?? {}).map(() => path)
  const ofMembers = use.members === undefined ? [] : lostVariables(use.members, kept.members ?? {}, `${path}.`)
  return [...new Set([...ofItems, ...ofMembers])]
}

/** The paths that a source uses in a way in which what was made of it doesn't: printed, tested, or gone through. */
export const lostVariables = (uses: VariableUses, kept: VariableUses, prefix = ""): ReadonlyArray<string> =>
  Object.entries(uses).flatMap(([name, use]) => lostOf(`${prefix}${name}`, use, (Object.hasOwn(kept, name) ? kept[name] : undefined) ?? {}))
