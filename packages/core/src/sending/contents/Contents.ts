import {
  ContentRemoved,
  type AttachmentContent,
  type EmailSource,
  NotFound,
  type StorageError
} from "@telemark/contract"
import { Context, Effect, Layer } from "effect"
import { Inbox } from "../../delivery/inbox/Inbox.js"
import type { MessageBody } from "../../delivery/message/Message.js"
import { encodeBase64 } from "../../kernel/base64.js"
import { isId } from "../../kernel/ids.js"
import { inTimeSlices } from "../../kernel/timeSlices.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { makeStoredFiles } from "../attachments/attachmentTable.js"
import type { AcceptedMessage } from "../emails/Email.js"
import {
  type ComposedSource,
  Composer,
  contentOf,
  contentOfRaw,
  type ParsedMail,
  toShow
} from "./Content.js"
import { emailQueries } from "../emails/emailQueries.js"

type Refusal = NotFound | ContentRemoved | StorageError

type ContentsService = OperationsFor<string, "emails", "content" | "source" | "attachment">

/**
 * How much of a source is shown, in octets: more than anybody reads, and quick to encode as JSON.
 */
const maxShown = 1024 * 1024

const readable = ({ size, source }: ComposedSource, captured: boolean): EmailSource => {
  const shown = source.subarray(0, maxShown)
  const isWhole = shown.length >= size
  // Whole lines.
  const end = isWhole ? shown.length : shown.lastIndexOf(0x0a) + 1
  return {
    source: new TextDecoder().decode(end === 0 ? shown : shown.subarray(0, end)),
    size,
    truncated: !isWhole,
    captured
  }
}

const make = Effect.gen(function* () {
  const { findAccepted } = yield* emailQueries
  const inbox = yield* Inbox
  const composer = yield* Composer
  const files = yield* makeStoredFiles

  const find = (
    tenantId: string,
    id: string
  ): Effect.Effect<{ readonly message: AcceptedMessage; readonly body: MessageBody }, Refusal> =>
    Effect.gen(function* () {
      const message = isId("em", id) ? yield* findAccepted(tenantId, id) : undefined
      if (message === undefined) return yield* new NotFound()
      if (message.body === null || message.body.store === "never")
        return yield* new ContentRemoved()
      return { message, body: message.body }
    })

  const composed = (
    message: AcceptedMessage,
    body: MessageBody
  ): Effect.Effect<EmailSource, Refusal> =>
    files.all(body, (attachments): Effect.Effect<EmailSource, Refusal> =>
      attachments === undefined
        ? new ContentRemoved()
        : Effect.map(
            composer.compose(toShow(message, body, attachments), maxShown),
            // Nothing that the service accepts, but a mail of an earlier version may not be
            // composable.
            (source) => readable(source ?? { source: new Uint8Array(), size: 0 }, false)
          )
    )

  /** Parses the complete mail that a body is. */
  const parsed = <A>(
    body: MessageBody,
    use: (mail: ParsedMail) => Effect.Effect<A, Refusal>
  ): Effect.Effect<A, Refusal> =>
    files.all(body, (stored): Effect.Effect<A, Refusal> => {
      const [file] = stored ?? []
      return file === undefined
        ? new ContentRemoved()
        : Effect.flatMap(composer.read(file.content), use)
    })

  const fileOf = (body: MessageBody, index: number): Effect.Effect<AttachmentContent, Refusal> =>
    parsed(body, ({ attachments }): Effect.Effect<AttachmentContent, Refusal> => {
      const file = attachments[index - 1]
      if (file === undefined) return new NotFound()
      const { content, content_type, filename } = file
      return Effect.map(
        inTimeSlices(() => encodeBase64(content)),
        (text) => ({ filename, content_type, content: text })
      )
    })

  return Contents.of({
    content: (tenantId, id) =>
      Effect.flatMap(find(tenantId, id), ({ body, message }) =>
        body.raw === true
          ? parsed(body, (mail) => Effect.succeed(contentOfRaw(message, mail)))
          : Effect.map(composer.describe(toShow(message, body, [])), (described) =>
              contentOf(message, body, described)
            )
      ),

    source: (tenantId, id) =>
      Effect.gen(function* () {
        const { body, message } = yield* find(tenantId, id)
        const captured = yield* inbox.find(id)
        return captured === undefined
          ? yield* composed(message, body)
          : readable({ source: captured.source, size: captured.source.length }, true)
      }),

    attachment: (tenantId, id, index) =>
      Effect.gen(function* () {
        const { body, message } = yield* find(tenantId, id)
        if (body.raw === true) return yield* fileOf(body, index)
        const info = body.attachments[index - 1]
        if (info === undefined) return yield* new NotFound()
        const { contentTypes } = yield* composer.describe(
          toShow(message, { ...body, html: null, text: null }, [])
        )
        const content = yield* files.one(
          body,
          index - 1,
          (file): Effect.Effect<string, ContentRemoved> =>
            file === undefined
              ? new ContentRemoved()
              : inTimeSlices(() => encodeBase64(file.content))
        )
        return {
          filename: info.filename,
          content_type: contentTypes[index - 1] ?? "application/octet-stream",
          content
        }
      })
  })
})

/** What accepted messages say, for people who look them up. */
export class Contents extends Context.Service<Contents, ContentsService>()(
  "@telemark/core/Contents"
) {
  static readonly layer = Layer.effect(Contents, make)
}
