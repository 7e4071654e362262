import { addressHelpers } from "./addresses.js"
import { environment } from "./environment.js"
import { helperNames } from "./helpers.js"

// Handlebars takes these for helpers unless told otherwise.
const notHelpers = { log: false, helperMissing: false, blockHelperMissing: false }

const knownHelpers = { ...notHelpers, ...Object.fromEntries([...helperNames, ...addressHelpers].map((name) => [name, true])) }

/**
 * Makes code for `loadTemplate` of a template that `inspectTemplate` found nothing wrong with.
 * `escape`: whether values are escaped for html.
 *
 * @throws Error if the template can't be compiled
 */
export const precompileTemplate = (source: string, { escape }: { readonly escape: boolean }): string =>
  // Typed as what it is the code of.
  environment.precompile(source, { knownHelpers, knownHelpersOnly: true, noEscape: !escape }) as string
