/** An address that its owner recognises and others learn little from: `a•••@example.com`. */
export const maskAddress = (address: string): string => {
  const at = address.lastIndexOf("@")
  const [first = ""] = at > 0 ? Array.from(address.slice(0, at)) : []
  return `${first}•••${at === -1 ? "" : address.slice(at)}`
}
