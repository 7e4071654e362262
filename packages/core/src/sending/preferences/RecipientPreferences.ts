import type { TopicRecord } from "../topics/Topic.js"

/** Of all mail, if the topic is null. `added_at` is in epoch milliseconds. */
export interface RecipientSuppression {
  readonly topic: string | null
  readonly reason: string
  readonly added_at: number
}

export interface StoredPreferences {
  readonly email_id: string
  readonly tenant_id: string
  readonly recipient: string
  /** The message's topic, which may have been removed since; null if it has none. */
  readonly topic: string | null
  /** The tenant's topics, in the order in which they were created. */
  readonly topics: ReadonlyArray<TopicRecord>
  readonly suppressed: ReadonlyArray<RecipientSuppression>
}

/** And whether the recipient gets its mail. */
export interface TopicPreference extends TopicRecord {
  readonly subscribed: boolean
  /**
   * Why it gets none, such as `unsubscribe` or `manual`; null if it is subscribed. Only
   * `unsubscribe` can be taken back by the recipient.
   */
  readonly reason: string | null
}

export interface RecipientPreferences extends Omit<StoredPreferences, "topics" | "suppressed"> {
  /**
   * Whether mail as this message is sent to the recipient: neither all mail nor its topic is
   * suppressed.
   */
  readonly subscribed: boolean
  readonly topics: ReadonlyArray<TopicPreference>
  /** Whether the recipient gets any mail at all; the reason is null if so. */
  readonly all: { readonly subscribed: boolean; readonly reason: string | null }
}

/**
 * What a recipient chooses: by topic, and for all mail, whether it wants it. What is left out stays
 * as it is.
 */
export interface ChosenPreferences {
  /** By topic. Topics that the tenant doesn't have are ignored. */
  readonly topics?: Readonly<Record<string, boolean>> | undefined
  /** False: no mail at all. True: mail again, except of topics that it doesn't want. */
  readonly all?: boolean | undefined
}

/**
 * What is suppressed and released: topics, or all mail (null). Only suppressions that a recipient
 * has made are released.
 */
export interface PreferenceChange {
  readonly suppress: ReadonlyArray<string | null>
  readonly release: ReadonlyArray<string | null>
}

/** The reason of suppressions that recipients make, and may take back. */
export const unsubscribedReason = "unsubscribe"

const reasonOf = ({ suppressed }: StoredPreferences, topic: string | null): string | null =>
  suppressed.find((one) => one.topic === topic)?.reason ?? null

export const viewOfPreferences = (stored: StoredPreferences): RecipientPreferences => {
  const { email_id, recipient, tenant_id, topic, topics } = stored
  const ofAll = reasonOf(stored, null)
  return {
    email_id,
    tenant_id,
    recipient,
    topic,
    subscribed: ofAll === null && (topic === null || reasonOf(stored, topic) === null),
    topics: topics.map((one) => {
      const reason = reasonOf(stored, one.id)
      return { ...one, subscribed: reason === null, reason }
    }),
    all: { subscribed: ofAll === null, reason: ofAll }
  }
}

export const decidePreferences = (
  stored: StoredPreferences,
  { all, topics = {} }: ChosenPreferences
): PreferenceChange => {
  const known = new Set([
    ...stored.topics.map(({ id }) => id),
    ...(stored.topic === null ? [] : [stored.topic])
  ])
  const wanted = new Map<string | null, boolean>(
    [...known].flatMap((id) => {
      const choice = Object.hasOwn(topics, id) ? topics[id] : undefined
      return choice === undefined ? [] : [[id, choice] as const]
    })
  )
  if (all !== undefined) wanted.set(null, all)
  const chosen = [...wanted]
  return {
    suppress: chosen.flatMap(([topic, wants]) =>
      !wants && reasonOf(stored, topic) === null ? [topic] : []
    ),
    release: chosen.flatMap(([topic, wants]) =>
      wants && reasonOf(stored, topic) === unsubscribedReason ? [topic] : []
    )
  }
}

/**
 * What taking an unsubscription from the message back changes: that of its topic or, if it has
 * none, that of all mail.
 */
export const decideUndo = (stored: StoredPreferences): PreferenceChange => ({
  suppress: [],
  release: reasonOf(stored, stored.topic) === unsubscribedReason ? [stored.topic] : []
})
