import type { SuppressionCause } from "./readerView.js"

/**
 * What the pages for unsubscribing say, in one language. Another one is another file, and a line in
 * the table of languages.
 */
export interface Texts {
  /** A BCP 47 tag. */
  readonly lang: string
  readonly unsubscribe: {
    readonly title: string
    readonly fromTopic: (topic: string, sender: string) => string
    readonly fromAll: (sender: string) => string
    readonly topicNote: (address: string) => string
    readonly allNote: (address: string) => string
    readonly button: string
  }
  readonly unsubscribed: {
    readonly title: string
    readonly ofTopic: (topic: string, sender: string, address: string) => string
    readonly ofAll: (sender: string, address: string) => string
    readonly mistake: string
    readonly undo: string
  }
  readonly subscribed: {
    readonly title: string
    readonly toTopic: (topic: string, sender: string, address: string) => string
    readonly toAll: (sender: string, address: string) => string
  }
  readonly stopped: {
    readonly title: string
    readonly why: Readonly<Record<SuppressionCause, string>>
    readonly fixed: string
  }
  readonly preferences: {
    readonly link: string
    readonly title: (sender: string) => string
    readonly intro: (sender: string, address: string) => string
    readonly topics: string
    readonly fixedTopic: string
    readonly everything: string
    readonly none: string
    readonly noneNote: string
    readonly save: string
    readonly saved: string
  }
  readonly problems: Readonly<Record<Problem, { readonly title: string; readonly text: string }>>
}

/** Why a page isn't shown. */
export type Problem =
  /** No key made the token. */
  | "unknown"
  /** The message's log was deleted. */
  | "tooOld"
