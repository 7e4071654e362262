import type { RenderBudget } from "@telemark/core"
import Handlebars from "handlebars"
import { runInThisContext } from "node:vm"
import { meter } from "./Meter.js"
import { CountingCompiler, MeteredCompiler } from "./compilers.js"
import { addressHelpers, checkedAddress, helperNames } from "./helpers.js"
import { RenderRefused } from "./templateLimits.js"

/** Parameters as passed by a template, options last. */
type Helper = (this: unknown, ...parameters: ReadonlyArray<unknown>) => unknown

/** Functions in the data are never called: they count as undefined. */
const plain = (value: unknown): unknown => (typeof value === "function" ? undefined : value)

/**
 * Extra steps per object member compared to a list item: 100,000 members took 70 ms, 100,000 items
 * 10 ms.
 */
const memberWork = 10

/** Charged before the loop, because an empty body never calls the meter. */
const charge = (value: unknown): void => {
  if (Array.isArray(value)) meter.iterate(value.length)
  else if (typeof value === "object" && value !== null) {
    const members = Object.keys(value).length
    meter.iterate(members)
    meter.spend(members * memberWork, 0)
  }
}

const makeEnvironment = () => {
  const environment = Handlebars.create()
  environment.unregisterHelper("log")

  const replace = (name: string, make: (original: Helper) => Helper): void => {
    const original = environment.helpers[name] as Helper | undefined
    if (original !== undefined) environment.registerHelper(name, make(original))
  }
  const onPlainValue = (original: Helper): Helper =>
    function (value, options) {
      return original.call(this, plain(value), options)
    }
  replace("if", onPlainValue)
  replace("with", onPlainValue)
  replace("blockHelperMissing", onPlainValue)
  replace(
    "each",
    (original) =>
      function (list, options) {
        charge(list)
        return original.call(this, plain(list), options)
      }
  )
  replace(
    "lookup",
    (original) =>
      function (value, name, options) {
        // A list used as a name would be joined to a text each time, however long.
        return typeof name === "object" && name !== null
          ? undefined
          : original.call(this, plain(value), name, options)
      }
  )

  for (const helper of addressHelpers) {
    environment.registerHelper(helper, function (this: unknown, { fn }: Handlebars.HelperOptions) {
      return checkedAddress(helper, fn(this))
    })
  }

  return Object.assign(environment, {
    Compiler: CountingCompiler,
    JavaScriptCompiler: MeteredCompiler
  })
}

/**
 * A separate Handlebars environment, to which nothing else in the process can add helpers or
 * partials.
 */
const environment = makeEnvironment()

// Handlebars considers these helpers by default.
const notHelpers = { log: false, helperMissing: false, blockHelperMissing: false }

const knownHelpers = {
  ...notHelpers,
  ...Object.fromEntries([...helperNames, ...addressHelpers].map((name) => [name, true]))
}

/**
 * Generates code for `loadTemplate` from a template that `inspectTemplate` accepted. `escape`: for
 * HTML. Throws if compilation fails.
 */
export const precompileTemplate = (
  source: string,
  { escape }: { readonly escape: boolean }
): string =>
  // Its type is that of the specification, not of its code.
  environment.precompile(source, {
    knownHelpers,
    knownHelpersOnly: true,
    noEscape: !escape
  }) as string

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
