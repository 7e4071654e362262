/** Octets of the longest name that DNS has, written without a dot at its end (RFC 1035 2.3.4). */
export const maxNameLength = 253

/**
 * Whether a name can be looked up for SPF: two labels or more of 1 to 63 printable characters. A name that can't be is
 * one that doesn't match (RFC 7208 4.3, 4.8).
 */
export const isName = (name: string): boolean => {
  const labels = name.split(".")
  return name.length <= maxNameLength && labels.length > 1 && /^[\x21-\x7e]+$/.test(name) &&
    labels.every((label) => label.length >= 1 && label.length <= 63)
}

/** Without the dot that a name may end in. */
export const withoutRoot = (name: string): string => (name.endsWith(".") ? name.slice(0, -1) : name)

/** A name too long for DNS loses labels at its left until it fits (RFC 7208 7.3). */
export const shorten = (name: string): string =>
  name.length <= maxNameLength ? name : name.slice(name.indexOf(".", name.length - maxNameLength - 1) + 1)

/** Whether a name is the other one or below it. */
export const isWithin = (name: string, parent: string): boolean => name === parent || name.endsWith(`.${parent}`)
