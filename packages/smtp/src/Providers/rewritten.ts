import { findProvider, type SmtpProvider, smtpProviders } from "./providers.js"

/**
 * Whether a host belongs to a provider. Where hosts differ by region, any of the provider's network does: there are more of
 * them (FIPS, private endpoints) than people write down.
 */
const isIn = (host: string) => ({ hosts }: SmtpProvider): boolean =>
  hosts.some((pattern) => {
    const [start = "", end] = pattern.split("<region>")
    return end === undefined ? host === start : host.endsWith(end)
  })

/**
 * The header fields that a server is known to write anew, in lower case: by its host, and by the provider if it is named.
 * The host is one as A-labels in lower case.
 */
export const rewrittenBy = (host: string, provider = ""): ReadonlyArray<string> => {
  const byHost: ReadonlyArray<SmtpProvider> = Object.values<SmtpProvider>(smtpProviders).filter(isIn(host))
  return [...byHost, findProvider(provider)].flatMap((each) => each?.rewrites ?? [])
}
