import { isFullyQualified, parseMailbox, splitAddress } from "@telemark/core"
import { type Dns, layerDns, layerNetworkGuard, type NetworkGuard } from "@telemark/network"
import type { SmtpOptions } from "@telemark/smtp"
import { Layer } from "effect"
import type { Settings } from "../Settings/index.js"

export const layerNameServers = (servers: ReadonlyArray<string> | undefined): Layer.Layer<Dns> =>
  // The settings were validated by the same rules.
  Layer.orDie(layerDns({ servers }))

/** DNS and the network guard for hosts that tenants name. */
export const layerNetwork = ({
  allowNetworks,
  dnsServers
}: Settings): Layer.Layer<Dns | NetworkGuard> =>
  Layer.merge(
    layerNameServers(dnsServers),
    Layer.orDie(layerNetworkGuard({ allow: allowNetworks, dns: { servers: dnsServers } }))
  )

/** The domain of TELEMARK_FROM as A-labels, if it is fully qualified. */
export const senderDomain = ({ from }: Pick<Settings, "from">): string | undefined => {
  const domain = splitAddress(parseMailbox(from ?? "")?.address ?? "")?.domain
  return domain !== undefined && isFullyQualified(domain) ? domain : undefined
}

export const ehloOptions = (
  settings: Pick<Settings, "ehloName" | "from">
): Pick<SmtpOptions, "name" | "fallbackName"> => ({
  name: settings.ehloName,
  fallbackName: senderDomain(settings)
})
