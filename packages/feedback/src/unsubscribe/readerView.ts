import { type Brand, fontFamilyProblem, oneLine } from "@telemark/contract"
import {
  fallBackChain,
  neutralBrand,
  type RecipientPreferences,
  type TopicPreference,
  unsubscribedReason
} from "@telemark/core"
import type { BrandColors } from "@telemark/html"

/** An address that its owner recognises and others learn little from: `a•••@example.com`. */
export const maskAddress = (address: string): string => {
  const at = address.lastIndexOf("@")
  const [first = ""] = at > 0 ? Array.from(address.slice(0, at)) : []
  return `${first}•••${at === -1 ? "" : address.slice(at)}`
}

const standingOf = (reason: string | null): SubscriptionState => {
  if (reason === null) return "subscribed"
  if (reason === unsubscribedReason) return "unsubscribed"
  return reason === "bounce" || reason === "complaint" ? reason : "manual"
}

/** A topic in the reader's language, or as the tenant named it. */
const topicView =
  (tag: string) =>
  ({ description, id, name, reason, translations }: TopicPreference): TopicView => {
    const own = fallBackChain(tag).find((language) => Object.hasOwn(translations, language))
    const translated = own === undefined ? undefined : translations[own]
    return {
      id,
      name: translated?.name ?? name,
      description: translated === undefined ? description : translated.description,
      standing: standingOf(reason)
    }
  }

/** A topic that the tenant has removed since: only its id is left. */
const removedTopic = (id: string, { all, subscribed }: RecipientPreferences): TopicView => ({
  id,
  name: id,
  description: null,
  standing: subscribed || !all.subscribed ? "subscribed" : "unsubscribed"
})

/** The look of a tenant. Without a name of its own, its mail's sender stands for it. */
const senderView = (brand: Brand, senderAddress: string): SenderView => ({
  name:
    brand.name === neutralBrand.name
      ? senderAddress.slice(senderAddress.lastIndexOf("@") + 1)
      : oneLine(brand.name),
  colors: brand,
  fontFamily:
    fontFamilyProblem(brand.font_family) === undefined
      ? brand.font_family
      : neutralBrand.font_family,
  website: brand.website_url === "" ? null : brand.website_url,
  postalLines: (brand.postal_address ?? "")
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
})

export interface ReaderParts {
  readonly preferences: RecipientPreferences
  readonly brand: Brand
  readonly senderAddress: string
  /** The reader's language, as `chooseLanguage` found it. */
  readonly tag: string
}

/** What the pages show a reader. */
export const readerView = ({ brand, preferences, senderAddress, tag }: ReaderParts): ReaderView => {
  const { all, recipient, topic } = preferences
  const topics = preferences.topics.map(topicView(tag))
  return {
    sender: senderView(brand, senderAddress),
    address: maskAddress(recipient),
    topic:
      topic === null
        ? undefined
        : (topics.find(({ id }) => id === topic) ?? removedTopic(topic, preferences)),
    topics,
    whole: standingOf(all.reason)
  }
}

/**
 * Why mail is stopped that no reader may start again: it could not be delivered, it was reported as
 * spam, or the sender stopped it.
 */
export type SuppressionCause = "bounce" | "complaint" | "manual"

/**
 * Whether mail comes: yes; no, as the reader unsubscribed; or no, for a cause that the reader can't
 * change.
 */
export type SubscriptionState = "subscribed" | "unsubscribed" | SuppressionCause

/** A topic as the reader sees it. */
export interface TopicView {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly standing: SubscriptionState
}

/** The look and the imprint of the sender. */
export interface SenderView {
  readonly name: string
  readonly colors: BrandColors
  readonly fontFamily: string
  readonly website: string | null
  readonly postalLines: ReadonlyArray<string>
}

/** What the pages show of a message's recipient. */
export interface ReaderView {
  readonly sender: SenderView
  /** With most of it hidden. */
  readonly address: string
  /** The topic of the message; undefined if it has none. */
  readonly topic: TopicView | undefined
  /** All topics that can be chosen. */
  readonly topics: ReadonlyArray<TopicView>
  /** Of all mail of the sender. */
  readonly whole: SubscriptionState
}
