import { linkPlaceholders } from "../templates/linkPlaceholders.js"

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
