import type { SmtpTestStage } from "@telemark/core"
import { findProvider, type SmtpProvider } from "./providers.js"

const oneOf = (items: ReadonlyArray<string | number>): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} or ${String(items.at(-1))}`

/** `email-smtp.<region>.amazonaws.com` stands for any region. */
const isHostOf = ({ hosts }: SmtpProvider, host: string): boolean =>
  hosts.some((pattern) => {
    const [start = "", end] = pattern.split("<region>")
    return end === undefined ? host === pattern : host.startsWith(start) && host.endsWith(end) && host.length > pattern.length - "<region>".length
  })

/**
 * What the named provider is known to expect, as far as it helps where the test failed: the login where that was
 * refused, otherwise host and port if they are others. It repeats nothing of what was given.
 */
export const hintFor = (
  server: { readonly provider: string; readonly host: string; readonly port: number },
  stage: SmtpTestStage
): string | undefined => {
  const provider = findProvider(server.provider)
  if (provider === undefined) return undefined
  if (stage === "auth") return `${provider.title}: ${provider.login}`
  if (isHostOf(provider, server.host.toLowerCase()) && provider.ports.includes(server.port)) return undefined
  return `${provider.title}: the host is ${oneOf(provider.hosts)}, the port ${oneOf(provider.ports)}.`
}
