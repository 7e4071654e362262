import type { TemplateProblem, ValidationFailed } from "@telemark/core"
import { fileNames } from "./TemplateDocument.js"

/** By the path below the folder of all templates. */
export interface FileProblem {
  readonly file: string
  readonly reason: string
}

const isPart = (name: string): name is keyof typeof fileNames =>
  name !== "settings" && Object.hasOwn(fileNames, name)

/** The file with a template's member, and the rest of the member's path inside. */
const locationOf = (path: string): { readonly file: string; readonly inside: string } => {
  const [, folder = "", part = "", rest = ""] =
    /^(locales\.[^.]+(?:\.|$))?([^.]*)\.?(.*)$/s.exec(path) ?? []
  const below = folder === "" ? "" : `locales/${folder.slice("locales.".length).replace(/\.$/, "")}`
  const prefix = below === "" ? "" : `${below}/`
  if (isPart(part)) return { file: `${prefix}${fileNames[part]}`, inside: rest }
  if (part === "id" || part === "body" || part === "locales" || part === "")
    return { file: below, inside: "" }
  return {
    file: `${prefix}${fileNames.settings}`,
    inside: [part, rest].filter((word) => word !== "").join(".")
  }
}

const atFile =
  (id: string) =>
  ({ path, reason }: TemplateProblem): FileProblem => {
    const { file, inside } = locationOf(path)
    return {
      file: file === "" ? id : `${id}/${file}`,
      reason: inside === "" ? reason : `${inside} ${reason}`
    }
  }

export const refusedAt = (id: string, { details }: ValidationFailed): ReadonlyArray<FileProblem> =>
  Object.entries(details).flatMap(([path, reasons]) =>
    reasons.map((reason) => atFile(id)({ path, reason }))
  )

/** Some systems ignore case and trailing dots. */
const foldedName = (name: string): string => name.toLowerCase().replace(/\.+$/, "")

/**
 * Templates whose folders would be one on some system. Refused on all systems: the folder may be
 * shared.
 */
export const collisions = (
  ids: ReadonlyArray<string>,
  present: ReadonlyArray<string>
): ReadonlyArray<FileProblem> =>
  ids.flatMap((id) => {
    const other = [...ids, ...present].find(
      (name) => name !== id && foldedName(name) === foldedName(id)
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

export const notOnWindows = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  ids.filter((id) => /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|\.$/i.test(id))
