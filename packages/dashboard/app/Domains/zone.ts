/**
 * Second-level names of countries under which domains are registered, as far as they are longer
 * than three letters.
 */
const registries = new Set(["gouv", "info", "asso"])

/**
 * The zones that may hold a domain's records, from the one that is likely on: most people run the
 * registered domain's zone.
 */
export const zonesOf = (domain: string): ReadonlyArray<string> => {
  const labels = domain.split(".")
  const zones = Array.from({ length: Math.max(1, labels.length - 1) }, (_, index) =>
    labels.slice(index).join(".")
  )
  const [second = "", top = ""] = labels.slice(-2)
  const isRegistry =
    labels.length > 2 && top.length === 2 && (second.length <= 3 || registries.has(second))
  const likely = isRegistry ? zones.slice(0, -1) : zones
  return [...likely].reverse()
}

/**
 * The name of a record as providers' forms want it: without the zone, and `@` for the zone itself.
 */
export const inZone = (host: string, zone: string): string => {
  if (host === zone) return "@"
  return host.endsWith(`.${zone}`) ? host.slice(0, -zone.length - 1) : host
}
