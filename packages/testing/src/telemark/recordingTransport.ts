import { type OutgoingMessage, Transport } from "@telemark/core"
import { compose, readMail, sign, toSource } from "@telemark/smtp"
import { Clock, Effect, Layer } from "effect"
import type { MailTransport } from "telemark"
import type { InFlight } from "./inFlight.js"
import type { FillableMailbox, SentMail } from "./mailbox.js"

const field = /^([\x21-\x39\x3b-\x7e]+):[ \t]*(.*)$/s

/**
 * Header fields (RFC 5322 2.2) by lower-case name; values of repeated fields are joined by commas.
 */
const fieldsOf = (head: string): Readonly<Record<string, string>> => {
  const fields = new Map<string, string>()
  for (const line of head.replace(/\r\n(?=[ \t])/g, "").split("\r\n")) {
    const [, name, value] = field.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    const key = name.toLowerCase()
    const before = fields.get(key)
    fields.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(fields)
}

const ownFields = ({ body }: OutgoingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(body.headers.map(([name, value]) => [name.toLowerCase(), value]))

/** As given, else the part that composing made from the html, without the line end of each part. */
const textOf = ({ body }: OutgoingMessage, source: Uint8Array): Effect.Effect<string | null> =>
  body.text !== null || body.html === null
    ? Effect.succeed(body.text)
    : Effect.map(readMail(source), ({ text }) => text?.replace(/\n$/, "") ?? null)

/** Undefined if the message can't be composed: no mail server accepts it. */
const sentMail = (message: OutgoingMessage, sentAt: number): Effect.Effect<SentMail | undefined> =>
  Effect.gen(function* () {
    const composed = compose(message)
    if (composed === undefined) return undefined
    const mail = yield* Effect.orElseSucceed(sign(message, composed), () => composed)
    const {
      attachments,
      body,
      id,
      recipient,
      recipient_name,
      scheduled_at,
      sender,
      subject,
      template_id,
      tenant_id
    } = message
    const source = toSource(mail)
    return {
      id,
      tenant_id,
      from: sender.address,
      from_name: sender.name,
      to: recipient,
      to_name: recipient_name,
      cc: (body.shown?.cc ?? []).map(({ address }) => address),
      subject,
      html: body.html,
      text: yield* textOf(message, source),
      // The caller's own fields replace their encoded forms.
      headers: { ...fieldsOf(mail.head), ...ownFields(message) },
      attachments,
      template_id,
      scheduled_at: scheduled_at === null ? null : new Date(scheduled_at),
      sent_at: new Date(sentAt),
      source
    }
  })

/** Puts accepted messages into the mailbox, too. */
export const recordingTransport = (
  transport: MailTransport,
  mailbox: FillableMailbox,
  inFlight: Pick<InFlight, "expectMore">
): MailTransport =>
  Layer.effect(
    Transport,
    Effect.map(Transport, ({ captures, deliversAll, connections, deliver }) =>
      Transport.of({
        deliversAll,
        captures,
        ...(connections === undefined ? {} : { connections }),
        deliver: (message) =>
          Effect.tap(deliver(message), (outcome) =>
            outcome._tag !== "Accepted"
              ? Effect.void
              : Effect.map(
                  Effect.flatMap(Clock.currentTimeMillis, (now) => sentMail(message, now)),
                  (mail) => {
                    if (mail !== undefined) mailbox.put(mail)
                    if (outcome.report !== undefined) inFlight.expectMore(message.id)
                  }
                )
          )
      })
    )
  ).pipe(Layer.provide(transport))
