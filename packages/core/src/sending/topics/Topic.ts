import {
  canonicalLocale,
  type CreateTopic,
  maxLocales,
  timestamp,
  type Topic,
  type UpdateTopic,
  ValidationFailed
} from "@telemark/contract"
import { Result } from "effect"

/** In one language. */
export interface TopicTexts {
  readonly name: string
  readonly description: string | null
}

/** `created_at` is in epoch milliseconds. */
export interface TopicRecord extends TopicTexts {
  readonly tenant_id: string
  /** Unique within the tenant. */
  readonly id: string
  /** By language tag in its canonical spelling. */
  readonly translations: Readonly<Record<string, TopicTexts>>
  readonly created_at: number
}

export const topicKey = (tenantId: string, id: string): string => `${tenantId} ${id}`

type Translations = NonNullable<CreateTopic["translations"]>

/** Null removes a language. */
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

/** Unless it would have too many languages. */
export const changedTopic = (
  topic: TopicRecord,
  { description, name, translations }: UpdateTopic
): Result.Result<TopicRecord, ValidationFailed> => {
  const changed = {
    ...topic,
    name: name ?? topic.name,
    description: description === undefined ? topic.description : description,
    translations: translated(topic.translations, translations)
  }
  return Object.keys(changed.translations).length <= maxLocales
    ? Result.succeed(changed)
    : Result.fail(
        ValidationFailed.at(
          "translations",
          `must be at most ${String(maxLocales)} in all, including those that stay`
        )
      )
}

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

/** The tenant has none of this id. */
export const unknownTopic = (): ValidationFailed =>
  ValidationFailed.at(
    "topic",
    "must be the id of a topic that exists: create it with POST /v1/topics, or look at GET /v1/topics"
  )
