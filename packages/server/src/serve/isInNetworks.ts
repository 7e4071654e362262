import { BlockList, isIP } from "node:net"

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4")

/** Whether an address is in one of these networks, such as `10.1.0.0/16`. */
export const isInNetworks = (networks: ReadonlyArray<string>): ((address: string) => boolean) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", prefix] = network.split("/")
    list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return (text) => {
    const address = text.replace(/^::ffff:(?=\d+\.)/i, "")
    return isIP(address) !== 0 && list.check(address, familyOf(address))
  }
}
