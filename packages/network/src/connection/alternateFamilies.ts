import { isIPv6 } from "node:net"

/** Addresses tried per host. */
const maxAddresses = 4

/**
 * At most four distinct addresses, IPv6 and IPv4 alternating (RFC 8305, 4), so that four IPv6
 * addresses don't exclude machines without IPv6.
 */
export const alternateFamilies = (addresses: ReadonlyArray<string>): ReadonlyArray<string> => {
  const distinct = [...new Set(addresses)]
  const [first = ""] = distinct
  const alike = distinct.filter((address) => isIPv6(address) === isIPv6(first))
  const others = distinct.filter((address) => isIPv6(address) !== isIPv6(first))
  return alike
    .flatMap((address, index) => [address, ...others.slice(index, index + 1)])
    .concat(others.slice(alike.length))
    .slice(0, maxAddresses)
}
