import {
  datedAt,
  type MessageBody,
  type OutgoingMessage,
  type SigningKey,
  type Steps,
  timeSlices
} from "@telemark/core"
import { Effect } from "effect"
import { createHash, hash as hashAtOnce } from "node:crypto"
import type { ComposedMail } from "../composition/compose.js"
import { chunksOf } from "../composition/pieces.js"
import { endRelaxed, endRelaxedText, parseHead, relaxBody } from "./canonical.js"
import { checkNames, type SigningFailed, signText } from "./key.js"
import {
  finishField,
  signatureField,
  type SignedFields,
  signedFields,
  signedText
} from "./signatureField.js"

/**
 * Up to so many characters, text is hashed at once: in less than a millisecond, and without an
 * object that the garbage collector has to end.
 */
const maxAtOnce = 64 * 1024

/** In steps: hashing 14 MiB of mail takes 80 ms. */
function* hash({ body, ownBody }: ComposedMail): Steps<string> {
  const own = ownBody?.relaxed
  if (own !== undefined && own.length <= maxAtOnce)
    return hashAtOnce("sha256", endRelaxedText(own), "base64")
  const sha256 = createHash("sha256")
  const relaxed = own === undefined ? relaxBody(chunksOf(body)) : endRelaxed(chunksOf([own]))
  for (const chunk of relaxed) {
    if (typeof chunk === "string") sha256.update(chunk, "latin1")
    else sha256.update(chunk)
    yield
  }
  return sha256.digest("base64")
}

// The messages of one send share their body object, and so its hash and the work for it.
const bodyHashes = new WeakMap<object, string | Promise<string>>()

const begin = (of: object, mail: ComposedMail): string | Promise<string> => {
  const begun = timeSlices.run(hash(mail))
  bodyHashes.set(of, begun)
  return begun
}

/**
 * The SHA-256 of the relaxed body in base64: the tag `bh=` (RFC 6376 3.7). Made once for all
 * messages that share it.
 */
const bodyHashOf = (shared: MessageBody, mail: ComposedMail): Effect.Effect<string> =>
  Effect.suspend(() => {
    const of = mail.ownBody ?? shared
    const known = bodyHashes.get(of) ?? begin(of, mail)
    return typeof known === "string" ? Effect.succeed(known) : Effect.promise(() => known)
  })

const sender = "telemark"

/** Ids begin with the time. Only their end distinguishes them. */
const shortLength = 12

const plain = (text: string): string => text.replace(/[^\w.-]/g, "")

/**
 * Gmail breaks complaints down by this field: template, tenant, kind of mail, sender. It counts
 * only if it is signed.
 */
const feedbackId = ({ template_id, tenant_id }: OutgoingMessage): string =>
  `Feedback-ID: ${plain(template_id ?? "raw")}:${plain(tenant_id).slice(-shortLength)}:tx:${sender}\r\n`

const algorithms = { rsa: "rsa-sha256", ed25519: "ed25519-sha256" } as const

const signWith = (
  key: SigningKey,
  fields: SignedFields,
  bodyHash: string,
  time: number
): Effect.Effect<string, SigningFailed> => {
  const unfinished = signatureField({
    algorithm: algorithms[key.algorithm],
    domain: key.domain,
    selector: key.selector,
    time,
    names: fields.names,
    bodyHash
  })
  return checkNames(key).pipe(
    Effect.andThen(signText(key, signedText(fields.relaxed, unfinished))),
    Effect.map((signature) => finishField(unfinished, signature))
  )
}

/**
 * Signs a composed mail with each of the message's keys (DKIM, RFC 6376, RFC 8463) and adds its
 * Feedback-ID. Without keys, returns it unchanged. Signing again gives the same bytes: `t=` is the
 * Date. If one key fails, signing fails: mail that should be signed is never sent unsigned.
 * `rewritten`: names in lower case of fields that the next hop rewrites, which aren't signed.
 */
export const sign = (
  message: OutgoingMessage,
  mail: ComposedMail,
  rewritten: ReadonlyArray<string> = []
): Effect.Effect<ComposedMail, SigningFailed> =>
  message.signing.length === 0
    ? Effect.succeed(mail)
    : Effect.suspend(() => {
        const head = mail.head + feedbackId(message)
        const fields = signedFields(parseHead(head), rewritten)
        const time = Math.floor(datedAt(message) / 1000)
        return bodyHashOf(message.body, mail).pipe(
          Effect.flatMap((bodyHash) =>
            Effect.forEach(message.signing, (key) => signWith(key, fields, bodyHash, time))
          ),
          Effect.map((signatures) => ({ ...mail, head: signatures.join("") + head }))
        )
      })
