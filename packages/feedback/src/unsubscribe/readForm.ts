import { ValidationFailed } from "@telemark/contract"
import type { ChosenPreferences } from "@telemark/core"
import { Result } from "effect"
import { preferenceMembers } from "./preferencesPage.js"

/** By name; a name may occur several times. */
export type Form = ReadonlyMap<string, ReadonlyArray<string>>

/** The octets of a body, or what the host's own parser made of it. */
type FormBody =
  | { readonly _tag: "Octets"; readonly octets: Uint8Array }
  | { readonly _tag: "Parsed"; readonly value: unknown }

/** A form with 200 topics has 20 KB. */
export const maxFormOctets = 64 * 1024

const maxMembers = 1_000

const wrong = ValidationFailed.at(
  "body",
  "must be a form, of type application/x-www-form-urlencoded or multipart/form-data, such as List-Unsubscribe=One-Click (RFC 8058)"
)

const collect = (members: Iterable<readonly [name: string, value: string]>): Form => {
  const form = new Map<string, ReadonlyArray<string>>()
  for (const [name, value] of members) form.set(name, [...(form.get(name) ?? []), value])
  return form
}

const bounded = (
  members: ReadonlyArray<readonly [name: string, value: string]>
): Result.Result<Form, ValidationFailed> =>
  members.length > maxMembers
    ? Result.fail(ValidationFailed.at("body", `must have at most ${String(maxMembers)} members`))
    : Result.succeed(collect(members))

/** RFC 2046 5.1.1 allows 70 characters. */
const boundaryOf = (contentType: string): string | undefined => {
  const [, quoted, plain] =
    /;\s*boundary\s*=\s*(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain
}

const nameOf = (head: string): string | undefined => {
  const disposition = /^content-disposition[ \t]*:[ \t]*form-data\b(.*)$/im.exec(head)?.[1]
  if (disposition === undefined || /;\s*filename\*?\s*=/i.test(disposition)) return undefined
  const [, quoted, plain] = /;\s*name\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition) ?? []
  return quoted ?? plain
}

/** RFC 7578, without files. Line ends may be LF alone, as some libraries write them. */
const multipartMembers = (
  text: string,
  boundary: string
): ReadonlyArray<readonly [name: string, value: string]> | undefined => {
  const [, ...parts] = `\n${text}`.split(`\n--${boundary}`)
  const end = parts.findIndex((part) => part.startsWith("--"))
  if (end === -1) return undefined
  return parts.slice(0, end).flatMap((part) => {
    const [, line = "", head = "", value = ""] =
      /^([ \t]*\r?\n)(.*?)\r?\n\r?\n(.*)$/s.exec(part) ?? []
    const name = line === "" ? undefined : nameOf(head)
    return name === undefined ? [] : [[name, value.replace(/\r$/, "")] as const]
  })
}

const fromText = (contentType: string, text: string): Result.Result<Form, ValidationFailed> => {
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase()
  // Providers send the one form of RFC 8058 as text/plain, as octets, or without a type.
  if (type !== "multipart/form-data") return bounded([...new URLSearchParams(text.trim())])
  const boundary = boundaryOf(contentType)
  const members = boundary === undefined ? undefined : multipartMembers(text, boundary)
  return members === undefined ? Result.fail(wrong) : bounded(members)
}

const textsOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : Array.isArray(value)
      ? value.filter((one) => typeof one === "string")
      : []

/**
 * Of body parsers of frameworks: an object with texts and lists of texts, of another type a text,
 * or nothing.
 */
const fromParsed = (value: unknown): Result.Result<Form, ValidationFailed> =>
  typeof value === "string" || value === undefined || value === null
    ? fromText("", value ?? "")
    : typeof value === "object" && !Array.isArray(value)
      ? bounded(
          Object.entries(value).flatMap(([name, member]) =>
            textsOf(member).map((text) => [name, text] as const)
          )
        )
      : Result.fail(wrong)

/** All types but multipart count as urlencoded. */
export const readForm = (
  contentType: string | undefined,
  body: FormBody
): Result.Result<Form, ValidationFailed> =>
  body._tag === "Parsed"
    ? fromParsed(body.value)
    : fromText(contentType ?? "", new TextDecoder().decode(body.octets))

/**
 * What mail providers send for their own unsubscribe button (RFC 8058 3.2). Some leave its body
 * out: what only looks at links doesn't post.
 */
export const isOneClick = (form: Form): boolean =>
  form.size === 0 ||
  [...form].some(
    ([name, values]) =>
      name.trim().toLowerCase() === "list-unsubscribe" &&
      values.some((value) => value.trim().toLowerCase() === "one-click")
  )

/** Topics that the page didn't show stay as they are. */
export const chosenIn = (form: Form): ChosenPreferences => {
  const wanted = new Set(form.get(preferenceMembers.topic) ?? [])
  const shown = form.get(preferenceMembers.shown) ?? []
  return {
    topics: Object.fromEntries(shown.map((id) => [id, wanted.has(id)])),
    all: !form.has(preferenceMembers.none)
  }
}
