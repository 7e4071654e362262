import { isIPv6 } from "node:net"

/** Of a host with more addresses, only so many are tried. */
const maxAddresses = 4

/**
 * The addresses that are tried, in their order: four, each once, and the two kinds of IP by turns (RFC 8305, 4).
 * Otherwise a host with four IPv6 addresses couldn't be reached from a machine without IPv6.
 */
export const inTurn = (addresses: ReadonlyArray<string>): ReadonlyArray<string> => {
  const distinct = [...new Set(addresses)]
  const [first = ""] = distinct
  const alike = distinct.filter((address) => isIPv6(address) === isIPv6(first))
  const others = distinct.filter((address) => isIPv6(address) !== isIPv6(first))
  return alike.flatMap((address, index) => [address, ...others.slice(index, index + 1)])
    .concat(others.slice(alike.length))
    .slice(0, maxAddresses)
}
