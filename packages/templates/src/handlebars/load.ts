import type { RenderBudget } from "@telemark/core"
import { runInThisContext } from "node:vm"
import { meter } from "./Meter.js"
import { RenderRefused } from "./RenderRefused.js"
import { environment } from "./environment.js"

// Explicit, because otherwise Handlebars writes to the console once for each name that it finds on
// a prototype.
const ownOnly = { allowProtoMethodsByDefault: false, allowProtoPropertiesByDefault: false }

/**
 * Creates a function from code that `precompileTemplate` returned. The code is executed: never pass
 * any other. The function renders within its own limits, or those of the mail (`onOneBudget`). It
 * throws RenderRefused if a limit is exceeded or the template fails on the data.
 */
export const loadTemplate = (code: string): ((data: object) => string) => {
  const specify = runInThisContext(`(meter) => (${code})`, { filename: "template" }) as (
    counter: typeof meter
  ) => object
  const template = environment.template(specify(meter))
  return (data) => {
    try {
      return meter.join(() => template(data, ownOnly))
    } catch (cause) {
      throw cause instanceof RenderRefused
        ? cause
        : new RenderRefused(
            "fails on this data; check that the data has the form that the template expects"
          )
    }
  }
}

/**
 * Renders several parts, such as those of a mail, within the limits of one rendering or the rest of
 * a `shared` budget.
 */
export const onOneBudget = <A>(render: () => A, shared?: RenderBudget): A =>
  meter.run(render, shared)
