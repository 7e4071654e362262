import type { VariableUse, VariableUses } from "@telemark/core"

const lostOf = (path: string, use: VariableUse, kept: VariableUse): ReadonlyArray<string> => {
  const isLost =
    (use.printed === true && kept.printed !== true) ||
    (use.tested === true && kept.tested !== true) ||
    (use.items !== undefined && kept.items === undefined)
  if (isLost) return [path]
  // Members of list items have no path: the list is reported.
  const ofItems =
    use.items === undefined ? [] : lostOf(path, use.items, kept.items ?? {}).map(() => path)
  const ofMembers =
    use.members === undefined ? [] : lostVariables(use.members, kept.members ?? {}, `${path}.`)
  return [...new Set([...ofItems, ...ofMembers])]
}

/** The paths whose use (printing, testing or iterating) is missing in the result. */
export const lostVariables = (
  uses: VariableUses,
  kept: VariableUses,
  prefix = ""
): ReadonlyArray<string> =>
  Object.entries(uses).flatMap(([name, use]) =>
    lostOf(`${prefix}${name}`, use, (Object.hasOwn(kept, name) ? kept[name] : undefined) ?? {})
  )

/** An HTML comment or a merge tag. */
const commentOrTag = /<!--[\s\S]*?-->|\{\{(?!~?!)[^}]*\}\}/g

/**
 * The line of the first merge tag in the MJML body that names a variable. Undefined if it occurs
 * only in the head and in comments.
 */
export const lineOfUse = (source: string, path: string): number | undefined => {
  const body = source.search(/<mj-body/i)
  // Within {{#each}} and {{#with}}, tags give only the last name of a path.
  const names = [path, path.slice(path.lastIndexOf(".") + 1)]
  for (const { 0: found, index } of source.matchAll(commentOrTag)) {
    if (index < body || found.startsWith("<")) continue
    const words = found.split(/[\s{}()#^/&~"'|=]+|\.\.\//)
    if (
      words.some(
        (word) => names.includes(word) || word.startsWith(`${path}.`) || word.endsWith(`.${path}`)
      )
    )
      return source.slice(0, index).split("\n").length
  }
  return undefined
}
