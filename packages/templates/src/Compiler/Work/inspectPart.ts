import type { TemplateProblem, VariableUses } from "@telemark/core"
import { inspectTemplate } from "../../Handlebars/index.js"

/** What was found in one part. With problems it uses nothing. */
export interface InspectedPart {
  readonly uses: VariableUses
  readonly problems: ReadonlyArray<TemplateProblem>
}

/** Inspects the merge tags of a part; one that isn't there uses nothing. `escape`: whether it is html. */
export const inspectPart = (path: string, source: string | undefined, escape: boolean): InspectedPart => {
  if (source === undefined) return { uses: {}, problems: [] }
  const { problems, uses } = inspectTemplate(source, { escape })
  return { uses: problems.length === 0 ? uses : {}, problems: problems.map((reason) => ({ path, reason })) }
}
