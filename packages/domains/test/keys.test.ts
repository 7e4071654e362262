import { expect, it } from "@effect/vitest"
import { type DkimAlgorithm, DkimKeys } from "@telemark/core"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto"
import { layerDkimKeys, makeDkimKeys } from "../src/Keys/index.js"

const made = (algorithm: DkimAlgorithm) =>
  Effect.map(Effect.flatMap(DkimKeys, (keys) => keys.generate(algorithm)).pipe(Effect.provide(layerDkimKeys)), (pair) => ({
    pair,
    key: createPrivateKey(Redacted.value(pair.private_key)),
    bytes: Buffer.from(pair.public_key, "base64")
  }))

it.live("makes an RSA key of 2048 bits whose public half is a SubjectPublicKeyInfo", () =>
  Effect.gen(function*() {
    const { bytes, key, pair } = yield* made("rsa")
    const published = createPublicKey({ key: bytes, type: "spki", format: "der" })
    expect([published.asymmetricKeyType, published.asymmetricKeyDetails?.modulusLength]).toEqual(["rsa", 2048])
    expect(verify("sha256", Buffer.from("text"), published, sign("sha256", Buffer.from("text"), key))).toBe(true)
    expect(Redacted.value(pair.private_key)).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
    expect(JSON.stringify(pair)).not.toContain("PRIVATE KEY")
  }))

it.live("makes an Ed25519 key whose public half is its 32 bytes", () =>
  Effect.gen(function*() {
    const { bytes, key } = yield* made("ed25519")
    expect(bytes).toHaveLength(32)
    const published = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: bytes.toString("base64url") }, format: "jwk" })
    expect(verify(null, Buffer.from("text"), published, sign(null, Buffer.from("text"), key))).toBe(true)
  }))

it.effect("makes two pairs at a time, however many are wanted, and keeps the place of one whose asker has gone", () =>
  Effect.gen(function*() {
    const gate = yield* Deferred.make<void>()
    const begun = yield* Deferred.make<void>()
    let running = 0
    let most = 0
    const keys = yield* makeDkimKeys(() =>
      Effect.gen(function*() {
        most = Math.max(most, ++running)
        if (running === 2) yield* Deferred.succeed(begun, undefined)
        yield* Deferred.await(gate)
        running--
        return { public_key: "", private_key: Redacted.make("") }
      }))
    const [first, ...others] = yield* Effect.forEach(Array.from({ length: 20 }), () => Effect.fork(keys.generate("rsa")))
    yield* Deferred.await(begun)
    const leaving = yield* Effect.fork(Fiber.interrupt(first!))
    yield* Effect.yieldNow()
    expect(running).toBe(2)
    yield* Deferred.succeed(gate, undefined)
    yield* Fiber.join(leaving)
    yield* Effect.forEach(others, Fiber.join)
    expect([most, running]).toEqual([2, 0])
  }))
