import type { LinkSubject, MessageLinks } from "@telemark/core"
import { linkToken } from "../Tokens/index.js"

/** Some mail programs follow no longer ones. */
const maxAddressLength = 1900

const isBelow = (address: string, base: string): boolean => address.startsWith(base) && ["", "/", "?", "#"].includes(address.charAt(base.length))

/**
 * The addresses by which a message reports opens and clicks, which begin with the first of `bases`; undefined if it reports neither. Links that lead
 * below one of `bases` stay: they lead to this service already.
 */
export const trackingLinksOf = (
  bases: readonly [string, ...ReadonlyArray<string>],
  key: Uint8Array,
  { body, id }: LinkSubject
): Pick<MessageLinks, "pixel" | "click"> | undefined => {
  const track = body?.track
  if (track === undefined || body?.html === null) return undefined
  const [base] = bases
  const click = (target: string): string | undefined => {
    if (target.length > maxAddressLength || bases.some((own) => isBelow(target, own))) return undefined
    const address = `${base}/t/c/${linkToken(key, "click", { email_id: id, destination: target })}`
    return address.length > maxAddressLength ? undefined : address
  }
  return {
    pixel: track.opens ? `${base}/t/o/${linkToken(key, "open", { email_id: id, destination: "" })}` : undefined,
    click: track.clicks ? click : undefined
  }
}
