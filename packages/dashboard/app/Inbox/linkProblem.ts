import { parseUrl } from "@telemark/contract"

/** What is wrong with where a link leads. */
export type LinkProblem =
  | "empty"
  | "placeholder"
  | "fragment"
  | "relative"
  | "script"
  | "file"
  | "noHost"
  | "malformed"
  | "local"
  | "private"
  | "insecure"
  | "noAddress"
  | "scheme"

/** Placeholders that are filled when the mail is composed for its recipient. */
const filled = /^\{\{\s*(?:unsubscribe_url|preferences_url)\s*\}\}$/

/** Markup of templates, and what a variable leaves that had no value. */
const leftover =
  /\{\{|\}\}|\{%|<%|\*\||\$\{|\[\[|%%|%7B%7B|\[object|(?:^|[/=])(?:undefined|null|nan)(?=$|[/?&#])/i

const localName = /^(?:localhost|.+\.localhost)$/
const privateName = /\.(?:local|internal|intranet|lan|home|corp|home\.arpa)$/

/**
 * Hosts are as `URL` writes them: names in lower case, IPv4 addresses with four decimal numbers.
 */
const isLocal = (host: string): boolean =>
  localName.test(host) ||
  host.startsWith("127.") ||
  host === "0.0.0.0" ||
  host === "[::1]" ||
  host === "[::]"

const isPrivate = (host: string): boolean => {
  if (host.startsWith("[")) return /^\[f[cd]|^\[fe[89ab]/.test(host)
  return (
    /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)[\d.]+$/.test(
      host
    ) ||
    privateName.test(host) ||
    !host.includes(".")
  )
}

const webProblem = (address: string, scheme: string): LinkProblem | undefined => {
  // `URL` takes what follows any number of slashes for the host.
  if (!/^https?:\/\/[^/?#\\]/i.test(address)) return "noHost"
  const url = parseUrl(address)
  if (url === undefined || url.hostname === "") return "malformed"
  // A point at the end of a name changes nothing about where it leads.
  const host = url.hostname.replace(/\.$/, "")
  if (isLocal(host)) return "local"
  if (isPrivate(host)) return "private"
  return scheme === "http" ? "insecure" : undefined
}

/** Schemes that open something on phones and computers. */
const opened: ReadonlySet<string> = new Set([
  "sms",
  "geo",
  "maps",
  "webcal",
  "whatsapp",
  "xmpp",
  "sip",
  "sips",
  "facetime"
])

/**
 * What is wrong with an address, as far as it can be told without asking anybody; undefined if
 * nothing is.
 */
export const linkProblem = (given: string): LinkProblem | undefined => {
  // As browsers read addresses: `java\nscript:` is a scheme, too.
  const address = given
    .replace(/[\t\n\r]/g, "")
    .replace(/^[\x00-\x20]+/, "")
    .trimEnd()
  if (address === "") return "empty"
  if (filled.test(address)) return undefined
  if (leftover.test(address)) return "placeholder"
  if (address.startsWith("#")) return "fragment"
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  switch (scheme) {
    case undefined:
      return "relative"
    case "http":
    case "https":
      return webProblem(address, scheme)
    case "javascript":
    case "vbscript":
      return "script"
    case "data":
    case "blob":
    case "file":
    case "cid":
      return "file"
    case "mailto":
      return /^mailto:[^?]*[^?@\s]@[^?@\s]/i.test(address) ? undefined : "noAddress"
    case "tel":
      return /\d/.test(address) ? undefined : "noAddress"
    default:
      // `localhost:3000/x` looks like a scheme.
      return opened.has(scheme)
        ? undefined
        : localName.test(scheme)
          ? "local"
          : /^[^:]+:\d+(?:[/?#]|$)/.test(address)
            ? "relative"
            : "scheme"
  }
}
