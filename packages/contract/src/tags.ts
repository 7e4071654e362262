import { checkedText } from "./validation/text.js"
import { Schema } from "effect"
import { maxMembers } from "./validation/bounds.js"

const maxTags = 10
const tooManyTags = `must be at most ${String(maxTags)} tags`
const name = /^[A-Za-z0-9_-]{1,64}$/
const value = /^[^\p{Cc}]{1,256}$/u

const takesName =
  "must have a name of 1 to 64 letters, digits, hyphens and underscores, other than __proto__"
const takesValue = "must be 1 to 256 characters without control characters"

/** An object takes it for something else, here and in programs that read our answers. */
const isName = (tag: string): boolean => name.test(tag) && tag !== "__proto__"

const problemOf = (tag: string, text: string): string | undefined => {
  if (!isName(tag)) return takesName
  return isValue(text) ? undefined : takesValue
}

const isValue = (text: string): boolean =>
  text.length <= 256 && value.test(text) && text.isWellFormed()

/** Before the object is copied, which silently loses a member of that name. */
const WithoutPrototype = Schema.Unknown.pipe(
  Schema.check(
    Schema.makeFilter(
      (tags) =>
        typeof tags === "object" && tags !== null && Object.hasOwn(tags, "__proto__")
          ? [{ path: ["__proto__"], issue: takesName }]
          : undefined,
      maxMembers(maxTags, tooManyTags)
    )
  )
)

const TagsRecord = Schema.Record(Schema.String, Schema.String).pipe(
  Schema.check(
    Schema.makeFilter(
      (tags) => {
        const entries = Object.entries(tags)
        if (entries.length > maxTags) return tooManyTags
        return entries.flatMap(([tag, text]) => {
          const issue = problemOf(tag, text)
          return issue === undefined ? [] : [{ path: [tag], issue }]
        })
      },
      { jsonSchema: { maxProperties: maxTags } }
    )
  )
)

export const Tags = WithoutPrototype.pipe(Schema.decodeTo(TagsRecord)).annotate({
  jsonSchema: {
    type: "object",
    required: [],
    properties: {},
    additionalProperties: { type: "string" },
    maxProperties: maxTags
  }
})

export interface Tag {
  readonly name: string
  readonly value: string
}

/** The value may contain colons. */
export const readTag = (text: string): Tag | undefined => {
  const colon = text.indexOf(":")
  const tag = { name: text.slice(0, Math.max(colon, 0)), value: text.slice(colon + 1) }
  return problemOf(tag.name, tag.value) === undefined ? tag : undefined
}

/** `name:value`. */
export const TagText = checkedText(
  (text) =>
    readTag(text) === undefined
      ? "must be the name and the value of a tag, such as order:1042"
      : undefined,
  {
    jsonSchema: { type: "string", examples: ["order:1042"] }
  }
)
