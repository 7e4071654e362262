import { findProvider, type SmtpProvider, smtpProviders } from "./providers.js"

/**
 * Whether a host belongs to a provider. With regional hosts, its whole domain does: more of them
 * exist (FIPS, private endpoints) than are documented.
 */
const isIn =
  (host: string) =>
  ({ hosts }: SmtpProvider): boolean =>
    hosts.some((pattern) => {
      const [start = "", end] = pattern.split("<region>")
      return end === undefined ? host === start : host.endsWith(end)
    })

/**
 * The providers that a server belongs to, by its host (A-labels, lower case) and by its provider's
 * name.
 */
export const providersOf = (host: string, provider = ""): ReadonlyArray<SmtpProvider> => {
  const byHost: ReadonlyArray<SmtpProvider> = Object.values<SmtpProvider>(smtpProviders).filter(
    isIn(host)
  )
  return [...byHost, findProvider(provider)].filter((each) => each !== undefined)
}

/** The header fields that a server rewrites, in lower case. */
export const rewrittenBy = (host: string, provider = ""): ReadonlyArray<string> =>
  providersOf(host, provider).flatMap(({ rewrites }) => rewrites)

/**
 * The header fields for a server, each ended by CRLF, by the id of a message; undefined if it
 * belongs to no provider. They aren't signed: the provider removes them or passes them on.
 */
export const fieldsFor = (host: string, provider = ""): ((id: string) => string) | undefined => {
  const known = new Set(providersOf(host, provider))
  return known.size === 0
    ? undefined
    : (id) =>
        [...known]
          .flatMap(({ fields }) => fields(id))
          .map((field) => `${field}\r\n`)
          .join("")
}
