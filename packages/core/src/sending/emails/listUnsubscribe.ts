import { parseUrl } from "@telemark/contract"
import { linkPlaceholders } from "../templates/templateData.js"
import type { HeaderField } from "../../delivery/message/Message.js"

/** The only valid value of List-Unsubscribe-Post (RFC 8058 3.1). */
const oneClick = "List-Unsubscribe=One-Click"

const example = "<https://example.com/unsubscribe?id=1>, <mailto:unsubscribe@example.com>"

const bracketed = /<([^<>]*)>/g

/** Whether only commas, blanks and comments surround the addresses (RFC 2369 2). */
const isSeparated = (value: string): boolean =>
  value.split(",").every((part) => /^\s*(?:\([^()]*\)\s*)?<>\s*(?:\([^()]*\)\s*)?$/.test(part))

const schemeOf = (address: string): string | undefined =>
  /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()

const isWhole = (address: string): boolean => {
  if (/\s/.test(address)) return false
  return schemeOf(address) === "mailto"
    ? /^mailto:[^@?]+@[^@?]+(?:\?.*)?$/i.test(address)
    : (parseUrl(address)?.host ?? "") !== ""
}

const faultsOf = (value: string, addresses: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (addresses.length === 0) {
    return [
      `List-Unsubscribe has no address in angle brackets, so mail programs don't see it. Write it as ${example}.`
    ]
  }
  const known = addresses.filter((address) =>
    ["https", "http", "mailto"].includes(schemeOf(address) ?? "")
  )
  return [
    isSeparated(value.replace(bracketed, "<>"))
      ? undefined
      : `List-Unsubscribe has text outside the angle brackets, or no comma between its addresses. Write it as ${example}.`,
    known.some((address) => schemeOf(address) === "http")
      ? "List-Unsubscribe has an http: address. Mail programs don't unsubscribe without encryption: use https:."
      : undefined,
    known.length < addresses.length
      ? "List-Unsubscribe has an address that is neither https: nor mailto:. Mail programs know no others."
      : undefined,
    known.some((address) => !isWhole(address))
      ? "List-Unsubscribe has an address that can't be followed. Give a whole URL such as https://example.com/unsubscribe?id=1, with %20 for a space, or mailto: and a mail address."
      : undefined
  ].filter((fault) => fault !== undefined)
}

const isAscii = (text: string): boolean => /^[\t\x20-\x7e]*$/.test(text)

const unsendable = (value: string): string | undefined => {
  if (value === "") return "List-Unsubscribe was left out, as it is empty."
  return isAscii(value)
    ? undefined
    : "List-Unsubscribe was left out, as it has characters beyond ASCII, which this field can't carry. Write the host in its ASCII form (xn--…) and percent-encode the rest."
}

const unpostable = (value: string, addresses: ReadonlyArray<string>): string | undefined => {
  if (value !== oneClick)
    return `List-Unsubscribe-Post was left out, as its only value is ${oneClick}.`
  return addresses.some((address) => schemeOf(address) === "https" && isWhole(address))
    ? undefined
    : "List-Unsubscribe-Post was left out, as one-click unsubscribing needs an https: address in List-Unsubscribe, to which it is posted."
}

const several =
  "List-Unsubscribe has more than one https: address. With List-Unsubscribe-Post, give exactly one: mail programs post to any of them."

const isNamed =
  (wanted: string) =>
  ([name]: HeaderField): boolean =>
    name.toLowerCase() === wanted
const isUnsubscribe = isNamed("list-unsubscribe")
const isPost = isNamed("list-unsubscribe-post")

/**
 * Checks the fields for unsubscribing (RFC 2369, RFC 8058): drops those that can't be sent, with a
 * warning, and warns of faults in the others. A field that merely doesn't work is sent as given: it
 * does no harm.
 */
export const checkListUnsubscribe = (
  fields: ReadonlyArray<HeaderField>
): { readonly kept: ReadonlyArray<HeaderField>; readonly warnings: ReadonlyArray<string> } => {
  const [given, post] = [fields.find(isUnsubscribe), fields.find(isPost)]
  if (given === undefined && post === undefined) return { kept: fields, warnings: [] }
  const value = given?.[1] ?? ""
  const leftOut = given === undefined ? undefined : unsendable(value)
  const addresses =
    leftOut === undefined
      ? [...value.matchAll(bracketed)].map(([, address = ""]) => address.trim())
      : []
  const postLeftOut = post === undefined ? undefined : unpostable(post[1], addresses)
  const isPosted = post !== undefined && postLeftOut === undefined
  return {
    kept: fields.filter(
      (field) =>
        (leftOut === undefined || field !== given) && (postLeftOut === undefined || field !== post)
    ),
    warnings: [
      ...(given === undefined
        ? []
        : leftOut === undefined
          ? faultsOf(value, addresses)
          : [leftOut]),
      ...(isPosted && addresses.filter((address) => schemeOf(address) === "https").length > 1
        ? [several]
        : []),
      ...(postLeftOut === undefined ? [] : [postLeftOut])
    ]
  }
}

interface Content {
  readonly html: string | null
  readonly text: string | null
}

const placeholders = Object.values(linkPlaceholders)

/**
 * Whether a text asks for an address of its own page for unsubscribing, or for that of the
 * preferences.
 */
export const hasLinkPlaceholder = (text: string): boolean =>
  text.includes("{{") && placeholders.some((placeholder) => text.includes(placeholder))

/** The content without them, for a mail that can't have these addresses. */
export const withoutPlaceholders = (content: string): string =>
  placeholders.reduce((left, placeholder) => left.replaceAll(placeholder, ""), content)

/** Whether a mail offers unsubscribing: it is of a topic, or its content links to a page for it. */
export const offersUnsubscribing = ({
  html,
  text,
  topic
}: Content & { readonly topic: string | null }): boolean =>
  topic !== null || hasLinkPlaceholder(html ?? "") || hasLinkPlaceholder(text ?? "")
