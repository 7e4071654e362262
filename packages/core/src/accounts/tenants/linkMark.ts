/** Octets of a link that say whose it is. */
export const linkMarkOctets = 6

/**
 * What links have of their tenant's id, in hex. Links are made by one package and stopped by
 * another; each brings the hash of its platform.
 */
export const makeLinkMark =
  (hash: (algorithm: string, text: string) => string) =>
  (tenantId: string): string =>
    hash("sha256", tenantId).slice(0, 2 * linkMarkOctets)
