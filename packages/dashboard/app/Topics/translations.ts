/** A language's texts, as they are being edited. */
export interface Translation {
  /** Tells rows apart while their tag is being typed. */
  readonly key: number
  readonly tag: string
  readonly name: string
  readonly description: string
}

interface Texts {
  readonly name: string
  readonly description: string | null
}

let lastKey = 0

export const newTranslation = (
  tag = "",
  { description, name }: Texts = { name: "", description: null }
): Translation => ({ key: (lastKey += 1), tag, name, description: description ?? "" })

/**
 * What to send so that a topic has these languages: those that it had and that aren't among them
 * are null.
 */
export const translationsToSend = (
  before: ReadonlyArray<string>,
  now: ReadonlyArray<Translation>
): Readonly<Record<string, Texts | null>> => ({
  ...Object.fromEntries(before.map((tag) => [tag, null])),
  ...Object.fromEntries(
    now.map(({ description, name, tag }) => [
      tag.trim(),
      { name, description: description === "" ? null : description }
    ])
  )
})
