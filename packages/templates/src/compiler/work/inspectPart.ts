import type { TemplateProblem, VariableUses } from "@telemark/core"
import { inspectTemplate } from "../../handlebars/inspect.js"

/** `uses` is empty if there are problems. */
export interface InspectedPart {
  readonly uses: VariableUses
  readonly problems: ReadonlyArray<TemplateProblem>
}

/** Inspects the merge tags of a part, if it exists. `escape`: whether it is HTML. */
export const inspectPart = (
  path: string,
  source: string | undefined,
  escape: boolean
): InspectedPart => {
  if (source === undefined) return { uses: {}, problems: [] }
  const { problems, uses } = inspectTemplate(source, { escape })
  return {
    uses: problems.length === 0 ? uses : {},
    problems: problems.map((reason) => ({ path, reason }))
  }
}
