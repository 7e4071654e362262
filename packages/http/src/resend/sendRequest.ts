import { ValidationFailed } from "@telemark/contract"
import { Buffer } from "node:buffer"
import { Result } from "effect"
import { isObject, membersOf, type Members, type Names, present } from "./Call.js"

type Translated = Result.Result<Members, ValidationFailed>

const problem = (path: string, reason: string): Result.Result<never, ValidationFailed> =>
  Result.fail(ValidationFailed.at(path, reason))

const isOctet = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 255

/**
 * Base64, or a Buffer as `JSON.stringify` writes it, as older versions of the SDK send it. Of a
 * large one, the front has put the octets into base64 before.
 */
const contentOf = (content: unknown): unknown => {
  if (!isObject(content) || content["type"] !== "Buffer") return content
  const { data } = content
  return Array.isArray(data) && data.every(isOctet) ? Buffer.from(data).toString("base64") : data
}

const fileOf = (given: unknown, index: number): Translated => {
  const at = `attachments.${String(index)}`
  if (!isObject(given)) return problem(at, "must be an object")
  const { content, content_id, content_type, filename, path } = membersOf(given)
  if (content === undefined && path !== undefined)
    return problem(`${at}.path`, "isn't fetched: read the file yourself and give it as content")
  return Result.succeed(
    present({
      filename: filename === undefined || filename === false ? "attachment" : filename,
      content: contentOf(content),
      content_type,
      content_id
    })
  )
}

const filesOf = (given: unknown): Result.Result<unknown, ValidationFailed> =>
  Array.isArray(given) && given.length <= 1000
    ? Result.all(given.map((file: unknown, index) => fileOf(file, index)))
    : Result.succeed(given)

const tagsOf = (given: unknown): Result.Result<unknown, ValidationFailed> => {
  if (given === undefined) return Result.succeed(undefined)
  if (!Array.isArray(given) || given.length > 1000)
    return problem("tags", "must be a list of objects with name and value")
  const tags = new Map<string, unknown>()
  for (const [index, tag] of given.entries()) {
    const name: unknown = isObject(tag) ? tag["name"] : undefined
    if (!isObject(tag) || typeof name !== "string")
      return problem(`tags.${String(index)}`, "must be an object with a name and a value")
    if (tags.has(name)) return problem(`tags.${String(index)}.name`, "is given more than once")
    tags.set(name, tag["value"])
  }
  return Result.succeed(Object.fromEntries(tags))
}

const templateOf = (given: unknown): Translated => {
  if (given === undefined) return Result.succeed({})
  if (!isObject(given)) return problem("template", "must be an object with id and variables")
  const { id, variables } = membersOf(given)
  return id === undefined
    ? problem("template.id", "is missing")
    : Result.succeed({ template_id: id, data: variables })
}

/** Our names of members in problems, and theirs. */
export const sendNames: Names = {
  data: "template.variables",
  template_id: "template.id",
  topic: "topic_id"
}

/** A request of Resend as one of ours, which core checks. */
export const sendRequestOf = (given: Members): Translated => {
  const {
    attachments,
    bcc,
    cc,
    from,
    headers,
    html,
    reply_to,
    scheduled_at,
    subject,
    tags,
    template,
    text,
    to,
    topic_id
  } = given
  if (to === undefined) return problem("to", "is missing")
  if (from === undefined && template === undefined) return problem("from", "is missing")
  if (html === undefined && text === undefined && template === undefined)
    return problem("html", "is missing, and so are text and template")
  return Result.map(
    Result.all({ files: filesOf(attachments), tags: tagsOf(tags), template: templateOf(template) }),
    (translated) =>
      present({
        from,
        to,
        cc,
        bcc,
        reply_to,
        subject,
        html,
        text,
        headers,
        scheduled_at,
        topic: topic_id,
        attachments: translated.files,
        tags: translated.tags,
        ...translated.template
      })
  )
}
