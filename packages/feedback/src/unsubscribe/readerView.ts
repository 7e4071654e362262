import { type Brand, fontFamilyProblem, oneLine } from "@telemark/contract"
import {
  fallBackChain,
  neutralBrand,
  type RecipientPreferences,
  type TopicPreference,
  unsubscribedReason
} from "@telemark/core"
import type { BrandColors } from "@telemark/html"

/** Its owner recognises it, and others learn little: `a•••@example.com`. */
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

/** In the reader's language, or as the tenant named it. */
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

/** Of a topic that was removed since, only the id is left. */
const removedTopic = (id: string, { all, subscribed }: RecipientPreferences): TopicView => ({
  id,
  name: id,
  description: null,
  standing: subscribed || !all.subscribed ? "subscribed" : "unsubscribed"
})

/** Without a name of its own, its mail's sender stands for it. */
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
  /** As `chooseLanguage` found it. */
  readonly tag: string
}

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

/** Why mail is stopped that no reader may start again. */
export type SuppressionCause = "bounce" | "complaint" | "manual"

/** `unsubscribed` by the reader; else a cause that the reader can't change. */
export type SubscriptionState = "subscribed" | "unsubscribed" | SuppressionCause

export interface TopicView {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly standing: SubscriptionState
}

export interface SenderView {
  readonly name: string
  readonly colors: BrandColors
  readonly fontFamily: string
  readonly website: string | null
  readonly postalLines: ReadonlyArray<string>
}

export interface ReaderView {
  readonly sender: SenderView
  /** With most of it hidden. */
  readonly address: string
  /** Of the message. */
  readonly topic: TopicView | undefined
  /** That can be chosen. */
  readonly topics: ReadonlyArray<TopicView>
  /** Of all mail of the sender. */
  readonly whole: SubscriptionState
}
