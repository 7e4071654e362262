import { Templates } from "@telemark/core"
import { Effect } from "effect"
import type { GroupApi, RunAs } from "./operations.js"

/** Templates of one tenant. */
export interface TemplatesApi extends GroupApi<"templates"> {
  /** TypeScript declarations for `TemplateData`, of all active templates: to be written to a file of your project. */
  readonly types: () => Promise<string>
}

/** The templates of one tenant as promises. */
export const makeTemplatesApi = (derived: GroupApi<"templates">, as: RunAs): TemplatesApi => ({
  ...derived,
  types: () => as(({ id }) => Effect.flatMap(Templates, (templates) => templates.types(id)))
})
