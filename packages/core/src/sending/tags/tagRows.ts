export interface Tagged {
  readonly id: string
  readonly tenant_id: string
  readonly created_at: number
  readonly tags: Readonly<Record<string, string>>
}

export const tagFields = {
  tenant_id: "text",
  name: "text",
  value: "text",
  created_at: "integer",
  email_id: "text"
} as const

export const tagRows = (emails: ReadonlyArray<Tagged>) =>
  emails.flatMap(({ created_at, id, tags, tenant_id }) =>
    Object.entries(tags).map(([name, value]) => ({
      tenant_id,
      name,
      value,
      created_at,
      email_id: id
    }))
  )

/** Tags as the log stores them; null if there are none, as for most messages. */
export const tagsText = (tags: Tagged["tags"]): string | null =>
  Object.keys(tags).length === 0 ? null : JSON.stringify(tags)

export const tagsOf = (text: string | null): Tagged["tags"] =>
  text === null ? {} : (JSON.parse(text) as Tagged["tags"])
