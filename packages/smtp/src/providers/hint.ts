import type { SmtpTestStage } from "@telemark/contract"
import { findProvider, type SmtpProvider } from "./providers.js"

const oneOf = (items: ReadonlyArray<string | number>): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} or ${String(items.at(-1))}`

/** `<region>` matches any text. */
const isHostOf = ({ hosts }: SmtpProvider, host: string): boolean =>
  hosts.some((pattern) => {
    const [start = "", end] = pattern.split("<region>")
    return end === undefined
      ? host === pattern
      : host.startsWith(start) &&
          host.endsWith(end) &&
          host.length > pattern.length - "<region>".length
  })

/**
 * A hint about what the named provider expects: the login if that failed, otherwise host and port
 * if others were given. Repeats nothing of the input.
 */
export const hintFor = (
  server: { readonly provider: string; readonly host: string; readonly port: number },
  stage: SmtpTestStage
): string | undefined => {
  const provider = findProvider(server.provider)
  if (provider === undefined) return undefined
  if (stage === "auth") return `${provider.title}: ${provider.login}`
  if (isHostOf(provider, server.host.toLowerCase()) && provider.ports.includes(server.port))
    return undefined
  return `${provider.title}: the host is ${oneOf(provider.hosts)}, the port ${oneOf(provider.ports)}.`
}
