import { findProvider, type SmtpProvider, smtpProviders } from "./providers.js"

/** Whether a host belongs to a provider. With regional hosts, its whole domain does: more of them exist (FIPS, private endpoints) than are documented. */
const isIn = (host: string) => ({ hosts }: SmtpProvider): boolean =>
  hosts.some((pattern) => {
    const [start = "", end] = pattern.split("<region>")
    return end === undefined ? host === start : host.endsWith(end)
  })

/** The header fields that a server rewrites, in lower case, by its host (A-labels, lower case) and its provider. */
export const rewrittenBy = (host: string, provider = ""): ReadonlyArray<string> => {
  const byHost: ReadonlyArray<SmtpProvider> = Object.values<SmtpProvider>(smtpProviders).filter(isIn(host))
  return [...byHost, findProvider(provider)].flatMap((each) => each?.rewrites ?? [])
}
