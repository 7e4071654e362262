import { providersOf } from "./providersOf.js"

const id = /^[\w.@=+-]{8,255}$/

/**
 * The id that a provider's reply to the end of a message gives it, if the provider is known (by its
 * host, or by the name that is configured) and its webhooks name that id. `host` has A-labels in
 * lower case.
 */
export const providerMessageId = (
  host: string,
  provider: string,
  response: string
): string | undefined => {
  for (const { idAfter } of providersOf(host, provider)) {
    if (idAfter === undefined || !response.toLowerCase().startsWith(idAfter)) continue
    const [found = ""] = response.slice(idAfter.length).split(" ", 1)
    if (id.test(found)) return found
  }
  return undefined
}
