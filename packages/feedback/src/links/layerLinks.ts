import type { StorageError } from "@telemark/contract"
import {
  aliasName,
  type ClickLinks,
  Direct,
  type InvalidSecret,
  Links,
  type LinkSubject,
  makeFreshKeys,
  makeLinkKeys,
  makeMemory,
  type Memory,
  type MessageLinks,
  type SecretMissing,
  senderOf,
  type StoredKeys
} from "@telemark/core"
import { Effect, Layer, type Redacted } from "effect"
import { clickEnd, clickStart } from "./clickToken.js"
import { type LinkFrame, linkToken } from "./linkToken.js"
import {
  makeUnsubscribeMailto,
  unsubscribeLinksOf,
  type UnsubscribeMailto
} from "./unsubscribeLinks.js"

/** A few hundred kilobytes with usual links, 8 MB at most. */
const maxKnown = 2000

const ends = new WeakMap<Uint8Array, Memory<string>>()

/** Most links of a template are the same in the next send. */
const recentClickEnd = (
  key: Uint8Array,
  link: { readonly destination: string; readonly tenant_id: string }
): string => {
  const known = ends.get(key) ?? makeMemory<string>(maxKnown)
  ends.set(key, known)
  const name = `${link.tenant_id} ${link.destination}`
  const found = known.get(name)
  if (found !== undefined) return found
  const end = clickEnd(key, link)
  known.set(name, end)
  return end
}

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

const host = /^(https?:\/\/)(?:\[[^\]]*\]|[^/:]+)/

/**
 * What a message's addresses begin with: the service's own address, or the same below
 * `track.<domain>` of its sender.
 */
export const linkBaseOf =
  ({
    publicUrl,
    trackingHost
  }: {
    readonly publicUrl: string
    readonly trackingHost?: string | undefined
  }) =>
  (message: LinkSubject): string =>
    trackingHost !== undefined && message.tracking_verified
      ? publicUrl.replace(
          host,
          (_, scheme: string) => `${scheme}${aliasName("tracking", senderOf(message).domain)}`
        )
      : publicUrl

/** Links that lead below one of `bases` stay: they lead to this service already. */
export const linksOf = (
  frame: LinkFrame,
  key: Uint8Array,
  message: LinkSubject,
  mailto?: UnsubscribeMailto
): MessageLinks | undefined => {
  const { body, id } = message
  const track = body?.html === null ? undefined : body?.track
  const unsubscribe = unsubscribeLinksOf(frame, key, message, mailto)
  const pixel =
    track?.opens === true
      ? `${frame.bases[0]}/t/o/${linkToken(key, "open", id)}${frame.ending}`
      : undefined
  const click = track?.clicks === true ? clickLinksOf(frame, key, message) : undefined
  return unsubscribe === undefined && click === undefined && pixel === undefined
    ? undefined
    : { pixel, click, unsubscribe }
}

export interface EngagementOptions {
  /** As `readPublicUrl` returns it. Without it, mail carries no address of this service. */
  readonly publicUrl?: string | undefined
  /** Whether addresses end in a slash, for hosts that redirect all others. */
  readonly trailingSlash?: boolean | undefined
  /**
   * In A-labels. With it, mail that offers unsubscribing has an address there to which mail
   * unsubscribes.
   */
  readonly returnPathHost?: string | undefined
  /**
   * In A-labels: where `track.<domain>` of tenants' domains leads to. Without it, all addresses
   * begin with `publicUrl`.
   */
  readonly trackingHost?: string | undefined
  /** As for `Secrets.layer`. The newest key makes the tokens, and those of all keys are known. */
  readonly secret?: string | Redacted.Redacted | undefined
}

export interface LinksOptions extends EngagementOptions {
  /** On this machine: used without `publicUrl`, in mail that stays here. */
  readonly localUrl?: string | undefined
}

/** Writes the addresses that mail carries to this service. */
export const layerLinks = ({
  localUrl,
  publicUrl = localUrl,
  returnPathHost,
  secret,
  trackingHost,
  trailingSlash = false
}: LinksOptions): Layer.Layer<never, InvalidSecret | SecretMissing | StorageError, StoredKeys> =>
  Layer.effect(
    Links,
    publicUrl === undefined
      ? Effect.succeed(undefined)
      : Effect.gen(function* () {
          const leadOutside = publicUrl !== localUrl
          const baseOf = linkBaseOf({
            publicUrl,
            trackingHost: leadOutside ? trackingHost : undefined
          })
          const keys = yield* makeFreshKeys(secret, yield* makeLinkKeys(secret))
          const mailtos = yield* makeUnsubscribeMailto(returnPathHost, secret)
          return {
            linksOf: Direct.flatMap(keys, ([newest]) =>
              Direct.map(
                mailtos,
                (mailto) => (message: LinkSubject) =>
                  linksOf(
                    { bases: [baseOf(message), publicUrl], ending: trailingSlash ? "/" : "" },
                    newest,
                    message,
                    mailto
                  )
              )
            ),
            leadOutside
          }
        })
  )
