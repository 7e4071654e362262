import { expect, it } from "@effect/vitest"
import { type DkimAlgorithm, DkimKeys } from "@telemark/core"
import { Effect, Redacted } from "effect"
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto"
import { layerDkimKeys } from "../../src/domains/layerDkimKeys.js"

const made = (algorithm: DkimAlgorithm) =>
  Effect.map(
    Effect.flatMap(DkimKeys, (keys) => keys.generate(algorithm)).pipe(
      Effect.provide(layerDkimKeys)
    ),
    (pair) => ({
      pair,
      key: createPrivateKey(Redacted.value(pair.private_key)),
      bytes: Buffer.from(pair.public_key, "base64")
    })
  )

it.live("makes an RSA key of 2048 bits whose public half is a SubjectPublicKeyInfo", () =>
  Effect.gen(function* () {
    const { bytes, key, pair } = yield* made("rsa")
    const published = createPublicKey({ key: bytes, type: "spki", format: "der" })
    expect([published.asymmetricKeyType, published.asymmetricKeyDetails?.modulusLength]).toEqual([
      "rsa",
      2048
    ])
    expect(
      verify("sha256", Buffer.from("text"), published, sign("sha256", Buffer.from("text"), key))
    ).toBe(true)
    expect(Redacted.value(pair.private_key)).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
    expect(JSON.stringify(pair)).not.toContain("PRIVATE KEY")
  })
)

it.live("makes an Ed25519 key whose public half is its 32 bytes", () =>
  Effect.gen(function* () {
    const { bytes, key } = yield* made("ed25519")
    expect(bytes).toHaveLength(32)
    const published = createPublicKey({
      key: { kty: "OKP", crv: "Ed25519", x: bytes.toString("base64url") },
      format: "jwk"
    })
    expect(verify(null, Buffer.from("text"), published, sign(null, Buffer.from("text"), key))).toBe(
      true
    )
  })
)
