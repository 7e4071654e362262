import type { TopicRecord } from "./Topic.js"

export const topicColumns = "tenant_id, id, name, description, translations, created_at"

/** Translations are JSON. */
export type TopicRow = Omit<TopicRecord, "translations"> & { readonly translations: string }

export const topicOf = (row: TopicRow): TopicRecord => ({
  ...row,
  translations: JSON.parse(row.translations) as TopicRecord["translations"]
})

export const topicRow = (topic: TopicRecord): TopicRow => ({
  ...topic,
  translations: JSON.stringify(topic.translations)
})
