import { aliasName, type LinkSubject, senderOf } from "@telemark/core"

const host = /^(https?:\/\/)(?:\[[^\]]*\]|[^/:]+)/

/**
 * What the addresses in a message begin with, without a slash at its end: the service's own
 * address, or the same below `track.<domain>` of its sender.
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
