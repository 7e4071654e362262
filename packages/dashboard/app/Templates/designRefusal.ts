import { problemsOf } from "../Client/explain.js"

/** Where a design was refused: in which language (empty: the default), and the path within it. */
export interface DesignRefusal {
  readonly language: string
  readonly path: string
}

/** The place in a design that a save was refused for; undefined if it was refused for others. */
export const designRefusalOf = (error: unknown): DesignRefusal | undefined => {
  for (const name of Object.keys(problemsOf(error))) {
    const [, language = "", path = ""] =
      /^(?:locales\.([^.]+)\.)?design_json\.(.+)$/.exec(name) ?? []
    if (path !== "") return { language, path }
  }
  return undefined
}
