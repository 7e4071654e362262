import type { ClickLinks, LinkSubject, MessageLinks } from "@telemark/core"
import type { LinkFrame } from "../tokens/LinkFrame.js"
import { clickStart } from "../tokens/clickToken.js"
import { linkToken } from "../tokens/linkToken.js"
import { recentClickEnd } from "./clickEnds.js"

/** Some mail programs follow no longer ones. */
const maxAddressLength = 1900

const isBelow = (address: string, base: string): boolean =>
  address.startsWith(base) && ["", "/", "?", "#"].includes(address.charAt(base.length))

const clickLinksOf = (
  { bases, ending }: LinkFrame,
  key: Uint8Array,
  { id, tenant_id }: LinkSubject
): ClickLinks => {
  const start = `${bases[0]}/t/c/${clickStart(key, { email_id: id, tenant_id })}`
  const endFor = (target: string): string | undefined => {
    if (target.length > maxAddressLength || bases.some((own) => isBelow(target, own)))
      return undefined
    const end = recentClickEnd(key, { destination: target, tenant_id }) + ending
    return start.length + end.length > maxAddressLength ? undefined : end
  }
  return { start, endFor }
}

/**
 * The addresses by which a message reports opens and clicks; undefined if it reports neither. Links
 * that lead below one of `bases` stay: they lead to this service already.
 */
export const trackingLinksOf = (
  frame: LinkFrame,
  key: Uint8Array,
  message: LinkSubject
): Pick<MessageLinks, "pixel" | "click"> | undefined => {
  const { body, id } = message
  const track = body?.track
  if (track === undefined || body?.html === null) return undefined
  return {
    pixel: track.opens
      ? `${frame.bases[0]}/t/o/${linkToken(key, "open", id)}${frame.ending}`
      : undefined,
    click: track.clicks ? clickLinksOf(frame, key, message) : undefined
  }
}
