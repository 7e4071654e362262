import type { BrandColors } from "@telemark/html"

/**
 * Why mail is stopped that no reader may start again: it could not be delivered, it was reported as
 * spam, or the sender stopped it.
 */
export type SuppressionCause = "bounce" | "complaint" | "manual"

/**
 * Whether mail comes: yes; no, as the reader unsubscribed; or no, for a cause that the reader can't
 * change.
 */
export type Standing = "subscribed" | "unsubscribed" | SuppressionCause

/** A topic as the reader sees it. */
export interface TopicView {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly standing: Standing
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
  readonly whole: Standing
}
