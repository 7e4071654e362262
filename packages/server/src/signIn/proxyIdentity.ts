import { foldAddress, isAddress } from "@telemark/core"
import { type ProxyIdentity, peerOf } from "@telemark/http"
import { type AllowedNetworks, makeIsInNetworks } from "@telemark/network"
import { type RoleMapping, roleOf } from "./roleMapping.js"

export interface ProxySettings {
  /** In lower case, as the mapping's. */
  readonly header: string
  readonly networks: AllowedNetworks
  readonly roles: RoleMapping | undefined
}

/**
 * Who the proxy says that somebody is. Only of connections from its networks: elsewhere, anybody
 * can send the header. Two of them are no address.
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
