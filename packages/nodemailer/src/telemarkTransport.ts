import { createClient, type SendRequest, type SendResult } from "@telemark/client"
import type { SentMessageInfo, Transport } from "nodemailer"
import { sendError, toSendError } from "./sendError.js"
import {
  completeSend,
  composedSend,
  isComposable,
  type MailData,
  type MailMessage,
  type MessageOptions
} from "./sendRequest.js"

/** Telemark in this process, one of its tenants, or a client of `@telemark/client`. */
export interface Sender {
  readonly emails: {
    readonly send: (
      request: never,
      options?: { readonly idempotencyKey?: string | undefined }
    ) => Promise<SendResult>
  }
}

interface CommonOptions {
  /**
   * Has nodemailer compose every message, which is then sent as it is. For plugins of the step
   * `stream`, whose changes to the composed mail can't be seen otherwise. Default false.
   */
  readonly raw?: boolean | undefined
}

export type TransportOptions = CommonOptions &
  (
    | { readonly telemark: Sender; readonly url?: undefined; readonly key?: undefined }
    | {
        /** Where the server is, such as `http://127.0.0.1:3025`. */
        readonly url: string
        /** An API key with the scope `email:send`. */
        readonly key: string
        readonly telemark?: undefined
      }
  )

/** What `sendMail` resolves to. */
export interface TelemarkInfo extends SentMessageInfo {
  /** Recipients whose mail is on disk and will be delivered. */
  accepted: Array<string>
  /** Recipients that are suppressed. */
  rejected: Array<string>
  response: string
  telemark: SendResult
}

declare module "nodemailer" {
  interface SendMailOptions {
    telemark?: MessageOptions | undefined
  }
}

/** RFC 5321 4.5.3.1.8 asks servers for 100; a send of Telemark's takes this many. */
const maxRecipients = 50

const senderOf = (options: TransportOptions): Sender => {
  if (options.telemark !== undefined) return options.telemark
  try {
    return createClient({
      baseUrl: `${options.url.replace(/\/+$/, "").replace(/\/v1$/, "")}/v1`,
      apiKey: options.key
    })
  } catch (error) {
    throw toSendError(error)
  }
}

const build = (mail: MailMessage): Promise<Buffer> =>
  new Promise((resolve, reject: (error: Error) => void) => {
    mail.message.build((error: Error | null, source) => {
      if (error === null) resolve(source)
      else reject(error)
    })
  })

const normalize = (mail: MailMessage): Promise<MailData> =>
  new Promise((resolve, reject: (error: Error) => void) => {
    mail.normalize((error: Error | null, data) => {
      if (error === null) resolve(data)
      else reject(error)
    })
  })

/** What has no counterpart, and is left out. */
const ignored = (data: MailData): ReadonlyArray<string> =>
  (["dsn", "auth"] as const)
    .filter((member) => (data as Record<string, unknown>)[member] !== undefined)
    .map((member) => `${member} was ignored: Telemark asks for reports and logs in by itself.`)

/** The Message-ID of a mail that Telemark composes; empty if nothing was queued. */
const messageIdOf = ({ queued: [first] }: SendResult, from: string | false): string => {
  const domain = from === false ? "" : from.slice(from.lastIndexOf("@") + 1)
  return first === undefined || domain === "" ? "" : `<${first.id}@${domain}>`
}

const make = async (
  mail: MailMessage,
  recipients: ReadonlyArray<string>,
  isRaw: boolean,
  options: MessageOptions
): Promise<{ readonly request: SendRequest; readonly isComplete: boolean }> => {
  const isOfTemplate = options.template_id !== undefined
  if (isOfTemplate || (!isRaw && isComposable(mail.data, recipients)))
    return { request: composedSend(await normalize(mail), options), isComplete: false }
  return { request: completeSend(await build(mail), recipients, options), isComplete: true }
}

const deliver = async (
  sender: Sender,
  { isRaw, isRemote }: { readonly isRaw: boolean; readonly isRemote: boolean },
  mail: MailMessage
): Promise<TelemarkInfo> => {
  const envelope = mail.message.getEnvelope()
  const recipients = envelope.to
  if (recipients.length === 0) throw sendError("EENVELOPE", "No recipients defined")
  if (recipients.length > maxRecipients)
    throw sendError("EENVELOPE", `A mail has at most ${String(maxRecipients)} recipients`)
  const options = (mail.data as { readonly telemark?: MessageOptions | null }).telemark ?? {}
  const { idempotencyKey, transaction } = options
  if (transaction !== undefined && isRemote)
    throw sendError("ECONFIG", "A transaction needs Telemark in the same process")
  const warnings = ignored(mail.data)
  const { isComplete, request } = await make(mail, recipients, isRaw, options)
  const result = await sender.emails.send(request as never, {
    idempotencyKey,
    ...(transaction === undefined ? {} : { transaction })
  })
  return {
    envelope,
    messageId: isComplete ? mail.message.messageId() : messageIdOf(result, envelope.from),
    accepted: result.queued.map(({ recipient }) => recipient),
    rejected: [...result.suppressed],
    response:
      result.queued.length === 0
        ? "250 2.0.0 nothing queued: every recipient is suppressed"
        : `250 2.0.0 queued as ${result.queued.map(({ id }) => id).join(", ")}`,
    telemark:
      warnings.length === 0
        ? result
        : { ...result, warnings: [...(result.warnings ?? []), ...warnings] }
  }
}

/** A send that nobody can get: what refuses it has let it in. */
const probe = { to: [], text: "" } as unknown as SendRequest

const verify = (sender: Sender): Promise<true> =>
  sender.emails.send(probe as never).then(
    () => true as const,
    (error: unknown) => {
      const failure = toSendError(error)
      if (failure.code === "EENVELOPE") return true as const
      throw failure
    }
  )

/** For nodemailer, whose promises and callbacks are the same calls. */
const settle = <A>(
  promise: Promise<A>,
  callback: (error: Error | null, result: A) => void
): void => {
  promise.then(
    (result) => setImmediate(callback, null, result),
    (error: unknown) => setImmediate(callback, toSendError(error), undefined as A)
  )
}

type VerifyCallback = (error: Error | null, success: true) => void

/**
 * A transport for nodemailer's `createTransport`: `sendMail` resolves when the mail is on disk.
 * Telemark then delivers it, tries again and records what becomes of it. A message may have
 * `telemark: { … }` with an idempotency key, a template, tags or a transaction.
 *
 * Telemark composes mail to one recipient. Whatever it has no member for (`raw`, `icalEvent`,
 * `alternatives`, `envelope`, `dkim`, `messageId`, several recipients, …) nodemailer composes, and
 * its octets are sent as they are. Failures have a `code` of nodemailer's list.
 *
 * Throws an error with the code `ECONFIG` for an unusable URL or key.
 */
export const telemarkTransport = (options: TransportOptions): Transport<TelemarkInfo> => {
  const sender = senderOf(options)
  const how = { isRaw: options.raw === true, isRemote: options.telemark === undefined }
  const transport: Transport<TelemarkInfo> = {
    name: "Telemark",
    version: "1",
    send: (mail, callback) => {
      settle(deliver(sender, how, mail as MailMessage), callback)
    },
    verify: (callback?: VerifyCallback) => {
      const verified = verify(sender)
      if (callback === undefined) return verified
      settle(verified, callback)
      return undefined
    },
    // Telemark belongs to the application, and a client keeps nothing open.
    close: () => {},
    isIdle: () => true
  }
  // Where nodemailer keeps its transporter, which leads back here: Auth.js copies all that it sees.
  return Object.defineProperty(transport, "mailer", { value: undefined, writable: true })
}
