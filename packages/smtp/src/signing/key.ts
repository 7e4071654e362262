import { type DkimAlgorithm, type SigningKey, wakeable } from "@telemark/core"
import { Data, Effect, Redacted } from "effect"
import { createHash, createPrivateKey, type KeyObject, sign } from "node:crypto"

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

/**
 * Signs in libuv's threads: an RSA signature takes about a millisecond, which would block the event
 * loop.
 */
export const signText = (key: SigningKey, text: string): Effect.Effect<Buffer, SigningFailed> =>
  Effect.flatMap(keyObject(key), (object) =>
    wakeable<Buffer, SigningFailed>((resume) => {
      const [digest, data] = toSign[key.algorithm](text)
      sign(digest, data, object, (error, signature) => {
        resume(error === null ? Effect.succeed(signature) : Effect.fail(failed(key, "signature")))
      })
    }, "microtask")
  )

/** `d=` and `s=` must be DNS names, so that they can't end the tag. */
export const checkNames = (key: SigningKey): Effect.Effect<void, SigningFailed> =>
  /^[\w.-]+$/.test(key.domain) && /^[\w.-]+$/.test(key.selector)
    ? Effect.void
    : Effect.fail(failed(key, "name"))
