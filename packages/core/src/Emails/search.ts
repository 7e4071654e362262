import type { AcceptedMessage } from "./EmailStore.js"

/** What of a message is searched. */
export interface Searched extends Pick<
  AcceptedMessage,
  "id" | "recipient_name" | "subject" | "template_id" | "tags"
> {
  readonly recipient_email: string
  readonly sender_email: string
  readonly sender_name: string | null
}

/** What a search asks for: a message must have all of it. */
export interface SearchTerms {
  /** Beginnings of its id. */
  readonly ids: ReadonlyArray<string>
  /** Beginnings of its words, as `wordsOf` makes them. */
  readonly words: ReadonlyArray<string>
}

/** Letters of a word that count, and words of a message: more helps nobody to find it. */
const maxLetters = 64
const maxWords = 200

// Scripts that write no spaces: each character is a word of its own.
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`
const anyWord = new RegExp(`[${unspaced}]|(?:(?![${unspaced}])[\\p{L}\\p{N}])+`, "gu")

const isAscii = (text: string): boolean => !/[\u{80}-\u{10ffff}]/u.test(text)

/**
 * The words of a text, for the index and for searches alike: runs of letters and digits, in lower
 * case and without accents. So an address has several: `ada`, `example` and `org`.
 */
export const wordsOf = (text: string): ReadonlyArray<string> => {
  const found = isAscii(text)
    ? text.toLowerCase().match(/[a-z0-9]+/g)
    : text
        .normalize("NFKD")
        .replace(/\p{M}+/gu, "")
        .toLowerCase()
        .match(anyWord)
  return (found ?? []).map((word) => (word.length > maxLetters ? word.slice(0, maxLetters) : word))
}

/** The words by which a message is found, each once. */
export const searchedWords = (email: Searched): ReadonlyArray<string> => {
  const { recipient_email, recipient_name, sender_email, sender_name, subject, template_id } = email
  const tags = Object.entries(email.tags).flat()
  const texts = [recipient_email, recipient_name, subject, sender_email, sender_name, template_id]
  return [...new Set(wordsOf([...texts, ...tags].join(" ")))].slice(0, maxWords)
}

/** So much of an id that it says when, within a minute or so. */
const isId = /^em_[0-9a-f]{8,}$/

export const searchTermsOf = (text: string): SearchTerms => {
  const parts = text.split(/\s+/)
  const ids = parts.map((part) => part.toLowerCase()).filter((part) => isId.test(part))
  const others = parts.filter((part) => !isId.test(part.toLowerCase()))
  return { ids, words: [...new Set(wordsOf(others.join(" ")))] }
}

/** Which of the words a message has, by their beginnings. */
export const foundWords = (email: Searched, words: ReadonlyArray<string>): ReadonlySet<string> => {
  const text = ` ${searchedWords(email).join(" ")}`
  return new Set(words.filter((word) => text.includes(` ${word}`)))
}
