import {
  datedAt,
  type DkimAlgorithm,
  type MessageBody,
  type OutgoingMessage,
  type SigningKey,
  type Steps,
  timeSlices,
  wakeable
} from "@telemark/core"
import { Data, Effect, Redacted } from "effect"
import {
  createHash,
  createPrivateKey,
  hash as hashAtOnce,
  type KeyObject,
  sign as signOctets
} from "node:crypto"
import type { ComposedMail } from "../composition/compose.js"
import { chunksOf } from "../composition/pieces.js"
import { endRelaxed, endRelaxedText, parseHead, relaxBody } from "./canonical.js"
import {
  finishField,
  signatureField,
  type SignedFields,
  signedFields,
  signedText
} from "./signatureField.js"

/** A key can't sign. Contains nothing of the key. */
export class SigningFailed extends Data.TaggedError("SigningFailed")<{
  readonly domain: string
  readonly selector: string
  readonly reason: "key" | "name" | "signature"
}> {}

const failed = ({ domain, selector }: SigningKey, reason: SigningFailed["reason"]): SigningFailed =>
  new SigningFailed({ domain, selector, reason })

// Parsing a key takes a third as long as signing with it.
const parsed = new WeakMap<SigningKey, KeyObject>()

const parseKey = (key: SigningKey): KeyObject => {
  const object = createPrivateKey(Redacted.value(key.private_key))
  if (object.asymmetricKeyType !== key.algorithm) throw new TypeError("another kind of key")
  parsed.set(key, object)
  return object
}

const keyObject = (key: SigningKey): Effect.Effect<KeyObject, SigningFailed> => {
  const known = parsed.get(key)
  if (known !== undefined) return Effect.succeed(known)
  return Effect.try({ try: () => parseKey(key), catch: () => failed(key, "key") })
}

/** RFC 8463 3: Ed25519 signs the hash instead of the text. */
const toSign: Readonly<
  Record<DkimAlgorithm, (text: string) => readonly [digest: string | null, data: Buffer]>
> = {
  rsa: (text) => ["sha256", Buffer.from(text, "utf8")],
  ed25519: (text) => [null, createHash("sha256").update(text, "utf8").digest()]
}

/** In libuv's threads: an RSA signature takes about a millisecond. */
export const signText = (key: SigningKey, text: string): Effect.Effect<Buffer, SigningFailed> =>
  Effect.flatMap(keyObject(key), (object) =>
    wakeable<Buffer, SigningFailed>((resume) => {
      const [digest, data] = toSign[key.algorithm](text)
      signOctets(digest, data, object, (error, signature) => {
        resume(error === null ? Effect.succeed(signature) : Effect.fail(failed(key, "signature")))
      })
    }, "microtask")
  )

/** `d=` and `s=` must be DNS names, so that they can't end the tag. */
export const checkNames = (key: SigningKey): Effect.Effect<void, SigningFailed> =>
  /^[\w.-]+$/.test(key.domain) && /^[\w.-]+$/.test(key.selector)
    ? Effect.void
    : Effect.fail(failed(key, "name"))

/**
 * Characters that are hashed at once: in less than a millisecond, and without an object for the
 * garbage collector.
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

// The messages of one send share their body object, and so its hash.
const bodyHashes = new WeakMap<object, string | Promise<string>>()

const begin = (of: object, mail: ComposedMail): string | Promise<string> => {
  const begun = timeSlices.run(hash(mail))
  bodyHashes.set(of, begun)
  return begun
}

/** The tag `bh=` (RFC 6376 3.7), once for all messages that share it. */
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
 * Gmail breaks complaints down by this field, if it is signed: template, tenant, kind of mail,
 * sender.
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
 * Signs a mail with each of the message's keys (DKIM, RFC 6376, RFC 8463) and adds its Feedback-ID.
 * Without keys, returns it unchanged. Signing again gives the same bytes: `t=` is the Date. If one
 * key fails, signing fails: mail that should be signed is never sent unsigned. `rewritten`: names
 * in lower case of fields that the next hop rewrites, which aren't signed.
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
