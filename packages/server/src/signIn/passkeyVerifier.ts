import type { DerivedKeys } from "@telemark/core"
import { PasskeyRefused, type PasskeyVerifier } from "@telemark/http"
import { Clock, Effect } from "effect"
import type * as WebAuthn from "@simplewebauthn/server"
import { randomBytes } from "node:crypto"
import { isSigned, signatureOf } from "./signedText.js"

const validMillis = 5 * 60_000

type Response<Of extends "verifyRegistrationResponse" | "verifyAuthenticationResponse"> =
  Parameters<(typeof WebAuthn)[Of]>[0]["response"]

/**
 * Whether a device vouches for itself, or nobody does: no more is asked for. Certificates name
 * addresses, which the library would call.
 */
const namesNoCertificate = async (response: Response<"verifyRegistrationResponse">) => {
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers")
  const attestation = decodeAttestationObject(
    isoBase64URL.toBuffer(response.response.attestationObject)
  )
  const format = attestation.get("fmt")
  return format === "none" || (format === "packed" && !attestation.get("attStmt").get("x5c"))
}

/** For which purpose and until when a challenge of ours is; undefined if it is none. */
const readChallenge = (challenge: string, keys: DerivedKeys) => {
  const [purpose, expires = "", random = "", mac = "", ...rest] = Buffer.from(
    challenge,
    "base64url"
  )
    .toString()
    .split(".")
  if (purpose === undefined || rest.length > 0) return undefined
  return isSigned(`${purpose}.${expires}.${random}`, mac, keys)
    ? { purpose, expires: Number(expires) }
    : undefined
}

/** Where passkeys can be: a domain name, by TLS or on this machine. */
export const passkeyHostOf = (publicUrl: string | undefined): string | undefined => {
  if (publicUrl === undefined) return undefined
  const { hostname, protocol } = new URL(publicUrl)
  const isName = /[a-z]/.test(hostname) && !hostname.startsWith("[")
  return isName && (protocol === "https:" || hostname === "localhost") ? hostname : undefined
}

/**
 * Challenges carry a signature of ours instead of a row, so that whoever asks for one writes
 * nothing. What was answered once is used up where the session begins.
 */
export const makePasskeyVerifier = (
  rpId: string,
  publicUrl: string,
  keys: Effect.Effect<DerivedKeys>
): PasskeyVerifier => {
  const expectedOrigin = new URL(publicUrl).origin

  const isExpected = (purpose: string, known: DerivedKeys, now: number) => (challenge: string) => {
    const read = readChallenge(challenge, known)
    return read?.purpose === purpose && read.expires > now
  }

  const verifying = <A>(
    verify: (webAuthn: typeof WebAuthn, known: DerivedKeys, now: number) => Promise<A | undefined>
  ): Effect.Effect<A, PasskeyRefused> =>
    Effect.gen(function* () {
      const [known, now] = [yield* keys, yield* Clock.currentTimeMillis]
      const verified = yield* Effect.tryPromise({
        try: async () => verify(await import("@simplewebauthn/server"), known, now),
        catch: (cause) => new PasskeyRefused({ cause })
      })
      return verified ?? (yield* new PasskeyRefused({}))
    })

  return {
    rpId,
    challenge: (purpose) =>
      Effect.gen(function* () {
        const expires = (yield* Clock.currentTimeMillis) + validMillis
        const text = `${purpose}.${String(expires)}.${randomBytes(16).toString("base64url")}`
        return Buffer.from(`${text}.${signatureOf(text, yield* keys)}`).toString("base64url")
      }),
    register: (response, memberId) =>
      verifying(async ({ verifyRegistrationResponse }, known, now) => {
        const parsed = JSON.parse(response) as Response<"verifyRegistrationResponse">
        if (!(await namesNoCertificate(parsed))) return undefined
        const { registrationInfo } = await verifyRegistrationResponse({
          response: parsed,
          expectedChallenge: isExpected(memberId, known, now),
          expectedOrigin,
          expectedRPID: rpId
        })
        const credential = registrationInfo?.credential
        return (
          credential && {
            id: credential.id,
            public_key: Buffer.from(credential.publicKey).toString("base64url"),
            counter: credential.counter
          }
        )
      }),
    idIn: (response) => {
      try {
        const { id } = JSON.parse(response) as { readonly id?: unknown }
        return typeof id === "string" && /^[\w-]{1,1400}$/.test(id) ? id : undefined
      } catch {
        return undefined
      }
    },
    authenticate: (text, { counter, id, public_key }) =>
      verifying(async ({ verifyAuthenticationResponse }, known, now) => {
        const response = JSON.parse(text) as Response<"verifyAuthenticationResponse">
        const { authenticationInfo, verified } = await verifyAuthenticationResponse({
          response,
          expectedChallenge: isExpected("sign-in", known, now),
          expectedOrigin,
          expectedRPID: rpId,
          credential: {
            id,
            publicKey: new Uint8Array(Buffer.from(public_key, "base64url")),
            counter
          }
        })
        const { challenge } = JSON.parse(
          Buffer.from(response.response.clientDataJSON, "base64url").toString()
        ) as { readonly challenge: string }
        return verified
          ? {
              counter: authenticationInfo.newCounter,
              challenge,
              challengeExpires: now + validMillis
            }
          : undefined
      })
  }
}
