import { Templates } from "@telemark/core"
import { Effect } from "effect"
import type { GroupApi, RunAs } from "./operations.js"

/** One tenant's templates. */
export interface TemplatesApi extends GroupApi<"templates"> {
  /**
   * TypeScript declarations for `TemplateData`, of all active templates. Write them to a file of
   * your project.
   */
  readonly types: () => Promise<string>
}

export const makeTemplatesApi = (derived: GroupApi<"templates">, as: RunAs): TemplatesApi => ({
  ...derived,
  types: () => as(({ id }) => Effect.flatMap(Templates, (templates) => templates.types(id)))
})
