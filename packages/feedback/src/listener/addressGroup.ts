const groups = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

/** The first 64 bits of an IPv6 address in canonical form. */
const network = (address: string): string => {
  const [head = "", tail] = address.split("::", 2)
  const before = groups(head)
  if (tail === undefined) return before.slice(0, 4).join(":")
  const after = groups(tail)
  return [
    ...before,
    ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0"),
    ...after
  ]
    .slice(0, 4)
    .join(":")
}

/**
 * What counts as one client: an IPv4 address, also if it is mapped to IPv6, or the network of 64
 * bits of an IPv6 address.
 */
export const addressGroup = (remote: string | undefined): string => {
  const address = (remote ?? "")
    .toLowerCase()
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.)/, "")
  return address.includes(":") ? `${network(address)}::/64` : address
}
