import { isFullyQualified, parseMailbox, splitAddress } from "@telemark/core"
import type { SmtpOptions } from "@telemark/smtp"
import type { Settings } from "../Settings/index.js"

/** The domain of TELEMARK_FROM as A-labels, if it is fully qualified. */
export const senderDomain = ({ from }: Pick<Settings, "from">): string | undefined => {
  const domain = splitAddress(parseMailbox(from ?? "")?.address ?? "")?.domain
  return domain !== undefined && isFullyQualified(domain) ? domain : undefined
}

export const ehloOptions = (
  settings: Pick<Settings, "ehloName" | "from">
): Pick<SmtpOptions, "name" | "fallbackName"> => ({
  name: settings.ehloName,
  fallbackName: senderDomain(settings)
})
