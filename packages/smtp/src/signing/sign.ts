import { datedAt, type OutgoingMessage, type SigningKey } from "@telemark/core"
import { Effect } from "effect"
import type { ComposedMail } from "../composition/compose.js"
import { bodyHashOf } from "./bodyHash.js"
import { parseHead } from "./canonical.js"
import { feedbackId } from "./feedbackId.js"
import { checkNames, type SigningFailed, signText } from "./key.js"
import { finishField, signatureField, signedText } from "./signatureField.js"
import { type SignedFields, signedFields } from "./signedFields.js"

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
