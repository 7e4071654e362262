import { foldAddress, isAddress } from "@telemark/core"
import { type ProxyIdentity, peerOf, type RequestParts } from "@telemark/http"
import { type AllowedNetworks, makeIsInNetworks } from "@telemark/network"
import type { IncomingMessage } from "node:http"
import { type RoleMapping, roleOf } from "./roleMapping.js"

export interface ProxySettings {
  /** In lower case, as the mapping's. */
  readonly header: string
  readonly networks: AllowedNetworks
  readonly roles: RoleMapping | undefined
}

const isRepeated = ({ received }: Pick<RequestParts, "received">, name: string): boolean => {
  const { rawHeaders = [] } = received as Partial<IncomingMessage>
  const names = rawHeaders.filter((_, index) => index % 2 === 0)
  return names.filter((one) => one.toLowerCase() === name).length > 1
}

/**
 * Who the proxy says that somebody is. Only of connections from its networks: elsewhere, anybody
 * can send the headers. Nobody, if one is there twice: a proxy may have added its own to the
 * client's.
 */
export const makeProxyIdentity = ({
  header: name,
  networks,
  roles
}: ProxySettings): ProxyIdentity => {
  const isTrusted = makeIsInNetworks(networks)
  return (request) => {
    const email = request.header(name)?.trim()
    if (email === undefined || !isAddress(email)) return undefined
    const peer = peerOf(request)
    if (peer === undefined || !isTrusted(peer)) return undefined
    if ([name, roles?.from ?? name].some((one) => isRepeated(request, one))) return undefined
    const groups = roles === undefined ? undefined : request.header(roles.from)
    return {
      issuer: "proxy",
      subject: foldAddress(email),
      email,
      name: null,
      role: roleOf(
        roles,
        groups?.split(",").map((group) => group.trim())
      )
    }
  }
}
