import { type DkimKeyPair, DkimKeys, wakeable } from "@telemark/core"
import { Effect, Layer, Redacted } from "effect"
import { generateKeyPair } from "node:crypto"

const bits = 2048

/** A bare key ends its SubjectPublicKeyInfo (RFC 8410 4). */
const ed25519Bytes = 32

const encodings = {
  publicKeyEncoding: { type: "spki", format: "der" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" }
} as const

type Generate = DkimKeys["Service"]["generate"]

/** Uninterruptible: the thread can't be stopped. */
const generatePair: Generate = (algorithm) =>
  Effect.uninterruptible(
    wakeable<DkimKeyPair>((resume) => {
      const done = (error: Error | null, publicKey: Buffer, privateKey: string) => {
        if (error !== null) return resume(Effect.die(error))
        const bytes = algorithm === "rsa" ? publicKey : publicKey.subarray(-ed25519Bytes)
        resume(
          Effect.succeed({
            public_key: bytes.toString("base64"),
            private_key: Redacted.make(privateKey)
          })
        )
      }
      if (algorithm === "rsa") generateKeyPair("rsa", { modulusLength: bits, ...encodings }, done)
      else generateKeyPair("ed25519", encodings, done)
    })
  )

/**
 * RSA keys of 2048 bits (RFC 8301) and Ed25519 keys (RFC 8463), made off the main thread. `Domains`
 * bounds how many at once.
 */
export const layerDkimKeys: Layer.Layer<DkimKeys> = Layer.succeed(DkimKeys, {
  generate: generatePair
})
