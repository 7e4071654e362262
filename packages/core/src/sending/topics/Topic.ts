import {
  canonicalLocale,
  type CreateTopic,
  timestamp,
  type Topic,
  type UpdateTopic
} from "@telemark/contract"

/** Name and description of a topic in one language. */
export interface TopicTexts {
  readonly name: string
  readonly description: string | null
}

/** A stored topic: a kind of a tenant's mail. `created_at` is in epoch milliseconds. */
export interface TopicRecord extends TopicTexts {
  readonly tenant_id: string
  /** Unique within the tenant. */
  readonly id: string
  /** By language tag in its canonical spelling. */
  readonly translations: Readonly<Record<string, TopicTexts>>
  readonly created_at: number
}

/** A unique text for each topic of a tenant. */
export const topicKey = (tenantId: string, id: string): string => `${tenantId} ${id}`

type Translations = NonNullable<CreateTopic["translations"]>

/** Applies a change of translations: null removes a language. */
const translated = (
  before: TopicRecord["translations"],
  changes: Translations = {}
): TopicRecord["translations"] => {
  const after = new Map(Object.entries(before))
  for (const [tag, texts] of Object.entries(changes)) {
    const language = canonicalLocale(tag) ?? tag
    if (texts === null) after.delete(language)
    else after.set(language, { name: texts.name, description: texts.description ?? null })
  }
  return Object.fromEntries(after)
}

export const newTopic = (
  tenant_id: string,
  { description = null, id, name, translations }: CreateTopic,
  created_at: number
): TopicRecord => ({
  tenant_id,
  id,
  name,
  description,
  translations: translated({}, translations),
  created_at
})

/** The topic after a change. */
export const changedTopic = (
  topic: TopicRecord,
  { description, name, translations }: UpdateTopic
): TopicRecord => ({
  ...topic,
  name: name ?? topic.name,
  description: description === undefined ? topic.description : description,
  translations: translated(topic.translations, translations)
})

export const viewOfTopic = ({
  created_at,
  description,
  id,
  name,
  translations
}: TopicRecord): Topic => ({
  id,
  name,
  description,
  translations,
  created_at: timestamp(created_at)
})
