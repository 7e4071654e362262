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

/** A comment of html, or a merge tag. */
const commentOrTag = /<!--[\s\S]*?-->|\{\{(?!~?!)[^}]*\}\}/g

/** The line of the first merge tag in the body of MJML that names a variable; undefined where only the head and comments do. */
export const lineOfUse = (source: string, path: string): number | undefined => {
  const body = source.search(/<mj-body/i)
  // Of what is a member of something, most tags say only the name: those inside of {{#each}} and {{#with}}.
  const names = [path, path.slice(path.lastIndexOf(".") + 1)]
  for (const { 0: found, index } of source.matchAll(commentOrTag)) {
    if (index < body || found.startsWith("<")) continue
    const words = found.split(/[\s{}()#^/&~"'|=]+|\.\.\//)
    if (words.some((word) => names.includes(word) || word.startsWith(`${path}.`) || word.endsWith(`.${path}`))) return source.slice(0, index).split("\n").length
  }
  return undefined
}
