import { addressHelpers } from "./addresses.js"
import { environment } from "./environment.js"
import { helperNames } from "./helpers.js"

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
