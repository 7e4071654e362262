import { parseUrl } from "@telemark/contract"

/**
 * The address that a service has on the internet, without a slash at its end: http or https,
 * without user, query and fragment. Undefined for other text.
 */
export const readPublicUrl = (text: string): string | undefined => {
  const url =
    /^https?:\/\/[^/?#\s\\]/i.test(text) && text.length <= 1000 && !/[\s?#\\]/.test(text)
      ? parseUrl(text)
      : undefined
  if (url === undefined || url.username !== "" || url.password !== "" || url.hostname === "")
    return undefined
  return url.href.replace(/\/+$/, "")
}
