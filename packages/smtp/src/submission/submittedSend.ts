import {
  contentId,
  foldAddress,
  parseMailbox,
  type SendRequest,
  ValidationFailed
} from "@telemark/contract"
import { Effect, Result } from "effect"
import { parseMail, type ReadableMail } from "../capture/readMail.js"
import type { Controls, Submitted } from "./controlFields.js"

const readJson = (field: string, text: string): Result.Result<object, ValidationFailed> => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === "object" && value !== null) return Result.succeed(value)
  } catch {
    // The same answer as to JSON of another kind.
  }
  return Result.fail(ValidationFailed.at(field, "must be a JSON object"))
}

const readOptional = (field: string, text: string | undefined) =>
  text === undefined ? Result.succeed(undefined) : readJson(field, text)

/** What any send may have, whatever its content is. */
const commonOf = ({
  metadata,
  scheduled_at,
  tags,
  topic
}: Controls): Result.Result<Record<string, unknown>, ValidationFailed> =>
  Result.map(readOptional("X-Telemark-Metadata", metadata), (read) => ({
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
    ...(topic === undefined ? {} : { topic }),
    ...(scheduled_at === undefined ? {} : { scheduled_at }),
    ...(read === undefined ? {} : { metadata: read })
  }))

const addressOf = (mailbox: string): string => {
  const address = parseMailbox(mailbox)?.address
  return address === undefined ? "" : foldAddress(address)
}

interface Shown {
  readonly to: ReadonlyArray<string>
  readonly cc?: ReadonlyArray<string>
  readonly bcc?: ReadonlyArray<string>
}

/**
 * Who gets the mail is in the envelope. Those that its To and Cc name are shown there, with their
 * names; the others get a blind copy.
 */
export const shownOf = (
  recipients: ReadonlyArray<string>,
  { cc, to }: Pick<ReadableMail, "cc" | "to">
): Shown => {
  const left = new Map(recipients.map((recipient) => [foldAddress(recipient), recipient]))
  const take = (list: ReadonlyArray<string>): ReadonlyArray<string> =>
    list.filter((mailbox) => left.delete(addressOf(mailbox)))
  const inTo = take(to)
  const inCc = take(cc)
  const rest = [...left.values()]
  const [first = [], ...others] = [inTo, inCc, rest].filter((list) => list.length > 0)
  if (inTo.length === 0 && inCc.length === 0) return { to: rest }
  if (inTo.length === 0) return { to: first, ...(others.length === 0 ? {} : { bcc: rest }) }
  // All in To see each other only where there is a Cc; who is in both is in To alone.
  const copies = inCc.length > 0 ? inCc : inTo.slice(0, 1)
  return inTo.length === 1 && inCc.length === 0 && rest.length === 0
    ? { to: inTo }
    : { to: inTo, cc: copies, ...(rest.length === 0 ? {} : { bcc: rest }) }
}

/** Written from what the mail says otherwise. */
const notCopied =
  /^(?:from|to|cc|bcc|reply-to|subject|date|message-id|mime-version|content-.*|received|return-path|x-mailer)$/i

const composed = (
  mail: ReadableMail,
  recipients: ReadonlyArray<string>,
  { data, template_id }: Controls
): Result.Result<Record<string, unknown>, ValidationFailed> =>
  Result.map(readOptional("X-Template-Data", data), (values) => {
    const [from] = mail.from
    const headers = Object.fromEntries(
      mail.headers
        .filter(({ name }) => !notCopied.test(name))
        .map(({ name, value }) => [name, value])
    )
    return {
      ...shownOf(recipients, mail),
      ...(from === undefined ? {} : { from }),
      ...(mail.reply_to.length === 0 ? {} : { reply_to: mail.reply_to }),
      ...(mail.subject === "" ? {} : { subject: mail.subject }),
      ...(template_id === undefined
        ? {
            ...(mail.html === null ? {} : { html: mail.html }),
            ...(mail.text === null && mail.html !== null ? {} : { text: mail.text ?? "" })
          }
        : { template_id, ...(values === undefined ? {} : { data: values }) }),
      ...(mail.attachments.length === 0
        ? {}
        : {
            attachments: mail.attachments.map(
              ({ content, content_id, content_type, filename }) => ({
                filename,
                content,
                content_type,
                ...(content_id !== null && contentId.test(content_id) ? { content_id } : {})
              })
            )
          }),
      ...(Object.keys(headers).length === 0 ? {} : { headers })
    }
  })

const parsed = (source: Uint8Array): Effect.Effect<ReadableMail, ValidationFailed> =>
  Effect.catch(parseMail(source), () =>
    ValidationFailed.at(
      "mail",
      "has too many lines, or parts within parts, to be composed anew from them"
    )
  )

/**
 * The send of a submitted mail. It is kept as it is, unless its fields ask for a template or for
 * what only a composed mail has.
 */
export const submittedSend = (
  { controls, source }: Submitted,
  recipients: ReadonlyArray<string>
): Effect.Effect<SendRequest, ValidationFailed> =>
  Effect.gen(function* () {
    const common = yield* Effect.fromResult(commonOf(controls))
    const isComposed = controls.isComposed || controls.template_id !== undefined
    const content = isComposed
      ? yield* Effect.fromResult(composed(yield* parsed(source), recipients, controls))
      : { to: recipients, raw: source }
    // Core refuses what isn't a send.
    return { ...common, ...content } as unknown as SendRequest
  })
