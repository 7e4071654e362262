import {
  type Attachment,
  type DeliveryOutcome,
  type MessageBody,
  type OutgoingMessage,
  type Stage,
  Transport
} from "@telemark/core"
import { compose, sign, type SmtpOptions, smtp, toSource } from "@telemark/smtp"
import { Context, Effect, Layer } from "effect"
import PostalMime, { type Email } from "postal-mime"
import { generate } from "selfsigned"

export const makeBody = (body: Partial<MessageBody> = {}): MessageBody => ({
  id: "body_0199a0b0c0d07000800000000000000a",
  html: null,
  text: "Hello",
  headers: [],
  shown: null,
  attachments: [],
  ...body
})

export const makeMessage = (message: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: "em_0199a0b0c0d07000800000000000000b",
  tenant_id: "tn_0199a0b0c0d07000800000000000000c",
  sender: { name: "Shop", address: "shop@example.com" },
  recipient: "ada@example.org",
  recipient_name: null,
  subject: "Your order",
  body: makeBody(),
  attachments: [],
  created_at: Date.UTC(2026, 10, 20, 12, 0, 0),
  scheduled_at: null,
  template_id: null,
  signing: [],
  ...message
})

/** A file of a mail. */
export const makeFile = (
  filename: string,
  content: string | Uint8Array,
  more: Partial<Attachment> = {}
): Attachment => {
  const octets = typeof content === "string" ? Buffer.from(content, "utf8") : content
  return {
    filename,
    content_type: null,
    content_id: null,
    size: octets.length,
    content: octets,
    ...more
  }
}

/** A message with these files. */
export const makeMessageWith = (
  attachments: ReadonlyArray<Attachment>,
  body: Partial<MessageBody> = {},
  message: Partial<OutgoingMessage> = {}
): OutgoingMessage =>
  makeMessage({
    attachments,
    body: makeBody({ attachments: attachments.map(({ content: _, ...info }) => info), ...body }),
    ...message
  })

/** The bytes of a message that can be composed, as text. */
export const sourceOf = (message: OutgoingMessage): string => {
  const mail = compose(message)
  if (mail === undefined) throw new Error("The message can't be composed")
  return toSource(mail).toString("utf8")
}

/** The bytes of a message as they go over the wire, signed, as text. */
export const signedSourceOf = async (message: OutgoingMessage): Promise<string> => {
  const mail = compose(message)
  if (mail === undefined) throw new Error("The message can't be composed")
  return toSource(await Effect.runPromise(sign(message, mail))).toString("utf8")
}

export const parse = (source: string | Buffer): Promise<Email> => PostalMime.parse(source)

/** RFC 2045 6.7, read the other way round. */
export const decodeQuotedPrintable = (encoded: string): Buffer =>
  Buffer.from(
    encoded
      .replace(/[ \t]+$/gm, "")
      .replace(/=\r\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    "latin1"
  )

/**
 * The last file of a mail and how it is encoded, decoded as RFC 2045 says: parsers of mail may
 * change the line ends of text.
 */
export const lastFile = (
  source: string
): { readonly encoding: string; readonly content: Buffer } => {
  const disposition = source.lastIndexOf("\r\nContent-Disposition: ")
  const begin = source.lastIndexOf("\r\n--=_", disposition)
  const boundary = source.slice(begin, source.indexOf("\r\n", begin + 2))
  const start = source.indexOf("\r\n\r\n", disposition) + 4
  const encoded = source.slice(start, source.lastIndexOf(`${boundary}--\r\n`))
  const encoding =
    /\r\nContent-Transfer-Encoding: (.*)\r\n/.exec(source.slice(begin, start))?.[1] ?? ""
  if (encoding === "base64") return { encoding, content: Buffer.from(encoded, "base64") }
  return {
    encoding,
    content:
      encoding === "quoted-printable"
        ? decodeQuotedPrintable(encoded)
        : Buffer.from(encoded, "latin1")
  }
}

/** The transport to a server, open until the scope ends. */
export const open = (options: SmtpOptions) =>
  Effect.map(Layer.build(smtp(options)), (context) => Context.get(context, Transport))

/**
 * Waits in milliseconds for servers that never answer. What else runs out on a machine that does
 * much else is tried again: `onTime`.
 */
export const impatient = { dns: 300, connect: 300, greeting: 300, command: 300, endOfData: 300 }

/** The first outcome that isn't a wait that ran out before the server came to this stage. */
export const onTime = <E, R>(
  stage: Stage | undefined,
  deliver: Effect.Effect<DeliveryOutcome, E, R>
): Effect.Effect<DeliveryOutcome, E, R> =>
  Effect.repeat(deliver, {
    until: (result) =>
      result._tag !== "Broken" || result.reason !== "timeout" || result.stage === stage
  })

/** A fresh key and certificate for this name, signed by itself. */
export const makeCertificate = async (
  name = "localhost",
  validity: { readonly notBeforeDate?: Date; readonly notAfterDate?: Date } = {}
) => {
  const { cert, private: key } = await generate([{ name: "commonName", value: name }], {
    ...validity,
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: name }] }
    ]
  })
  return { cert, key }
}
