import Handlebars from "handlebars"
import { addressHelpers, checkedAddress } from "./addresses.js"
import { CountingCompiler, MeteredCompiler } from "./compilers.js"
import { meter } from "./Meter.js"

/** Parameters as a template passes them, the options last. */
type Helper = (this: unknown, ...parameters: ReadonlyArray<unknown>) => unknown

/** Functions among the data are never called: they count as nothing. */
const plain = (value: unknown): unknown => (typeof value === "function" ? undefined : value)

/** Steps that a member of an object takes beside those of an item of a list: 100,000 of them took 70 ms, 100,000 items 10. */
const memberWork = 10

/** Before the loop: a body without anything in it never comes to the meter. */
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
    function(value, options) {
      return original.call(this, plain(value), options)
    }
  replace("if", onPlainValue)
  replace("with", onPlainValue)
  replace("blockHelperMissing", onPlainValue)
  replace("each", (original) =>
    function(list, options) {
      charge(list)
      return original.call(this, plain(list), options)
    })
  replace("lookup", (original) =>
    function(value, name, options) {
      // A list as a name would be joined to a text each time, however long.
      return typeof name === "object" && name !== null ? undefined : original.call(this, plain(value), name, options)
    })

  for (const helper of addressHelpers) {
    environment.registerHelper(helper, function(this: unknown, { fn }: Handlebars.HelperOptions) {
      return checkedAddress(helper, fn(this))
    })
  }

  return Object.assign(environment, { Compiler: CountingCompiler, JavaScriptCompiler: MeteredCompiler })
}

/** A Handlebars of our own, that nothing else in the process can add helpers or partials to. */
export const environment = makeEnvironment()
