/** A part of a sentence: words, or an instant in RFC 3339. */
export type SentencePart = { readonly text: string } | { readonly at: string }

const times = /(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) UTC/g

/** The server's sentences have times in UTC: takes them out, so that they are shown in the reader's zone. */
export const splitAtTimes = (sentence: string): ReadonlyArray<SentencePart> => {
  const parts: Array<SentencePart> = []
  let end = 0
  for (const found of sentence.matchAll(times)) {
    parts.push({ text: sentence.slice(end, found.index) })
    parts.push({ at: `${found[1] ?? ""}T${found[2] ?? ""}Z` })
    end = found.index + found[0].length
  }
  return [...parts, { text: sentence.slice(end) }].filter(
    (part) => !("text" in part && part.text === "")
  )
}
