import Handlebars from "handlebars"
import { CountingCompiler, MeteredCompiler } from "./compilers.js"
import { meter } from "./Meter.js"

/** Parameters as a template passes them, the options last. */
type Helper = (this: unknown, ...parameters: ReadonlyArray<unknown>) => unknown

/** Functions among the data are never called: they count as nothing. */
const plain = (value: unknown): unknown => (typeof value === "function" ? undefined : value)

const sizeOf = (value: unknown): number =>
  Array.isArray(value) ? value.length : typeof value === "object" && value !== null ? Object.keys(value).length : 0

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
      // Before the loop: a body without anything in it never comes to the meter.
      meter.iterate(sizeOf(list))
      return original.call(this, plain(list), options)
    })
  replace("lookup", (original) =>
    function(value, name, options) {
      // A list as a name would be joined to a text each time, however long.
      return typeof name === "object" && name !== null ? undefined : original.call(this, plain(value), name, options)
    })

  return Object.assign(environment, { Compiler: CountingCompiler, JavaScriptCompiler: MeteredCompiler })
}

/** A Handlebars of our own, that nothing else in the process can add helpers or partials to. */
export const environment = makeEnvironment()
