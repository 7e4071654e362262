/** Maximum length of a DNS name in octets, without a final dot (RFC 1035 2.3.4). */
export const maxNameLength = 253

/**
 * Whether SPF can look a name up: at least two labels of 1 to 63 printable characters. Other names
 * don't match (RFC 7208 4.3, 4.8).
 */
export const isName = (name: string): boolean => {
  const labels = name.split(".")
  return (
    name.length <= maxNameLength &&
    labels.length > 1 &&
    /^[\x21-\x7e]+$/.test(name) &&
    labels.every((label) => label.length >= 1 && label.length <= 63)
  )
}

export const withoutRoot = (name: string): string => (name.endsWith(".") ? name.slice(0, -1) : name)

/** Removes labels at the left until the name fits in DNS (RFC 7208 7.3). */
export const shorten = (name: string): string =>
  name.length <= maxNameLength
    ? name
    : name.slice(name.indexOf(".", name.length - maxNameLength - 1) + 1)

export const isWithin = (name: string, parent: string): boolean =>
  name === parent || name.endsWith(`.${parent}`)
