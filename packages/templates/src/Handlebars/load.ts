import type { RenderBudget } from "@telemark/core"
import { runInThisContext } from "node:vm"
import { environment } from "./environment.js"
import { meter } from "./Meter.js"
import { RenderRefused } from "./RenderRefused.js"

// Said outright: without, Handlebars asks the console once for each name that it finds on a prototype.
const ownOnly = { allowProtoMethodsByDefault: false, allowProtoPropertiesByDefault: false }

/**
 * Makes a function of code that `precompileTemplate` returned. The code is run: never pass any other.
 *
 * The function renders within the limits, its own or those of the mail (`onOneBudget`), and throws RenderRefused beyond them or if the template breaks on the data.
 */
export const loadTemplate = (code: string): ((data: object) => string) => {
  const specify = runInThisContext(`(meter) => (${code})`, { filename: "template" }) as (counter: typeof meter) => object
  const template = environment.template(specify(meter))
  return (data) => {
    try {
      return meter.join(() => template(data, ownOnly))
    } catch (cause) {
      throw cause instanceof RenderRefused ? cause : new RenderRefused("breaks on this data; check that it has the form that the template expects")
    }
  }
}

/** Renders what belongs together, such as the parts of a mail, within the limits of one rendering; or what is left of a `shared` budget. */
export const onOneBudget = <A>(render: () => A, shared?: RenderBudget): A => meter.run(render, shared)
