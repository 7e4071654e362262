import { readRefusal, request, requestPasskey } from "../Client/index.js"
import { type Session, signIn } from "./session.js"

const octetsOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")),
    (one) => one.codePointAt(0) ?? 0
  )

const textOf = (octets: ArrayBuffer | null): string =>
  btoa(String.fromCodePoint(...new Uint8Array(octets ?? new ArrayBuffer())))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")

const accepted = async (response: Response): Promise<Response> => {
  if (!response.ok) throw await readRefusal(response)
  return response
}

/** One's own, by which one signs in. */
export interface Passkey {
  readonly id: string
  readonly browser: string
  readonly created_at: string
  readonly last_used_at: string | null
}

const path = "session/passkeys"

export const listPasskeys = async (): Promise<{ readonly data: ReadonlyArray<Passkey> }> =>
  (await accepted(await request(path))).json() as Promise<{ readonly data: ReadonlyArray<Passkey> }>

export const removePasskey = async (id: string): Promise<void> => {
  await accepted(await request(`${path}/${id}`, { method: "DELETE" }))
}

const post = async (body: object): Promise<Response> =>
  accepted(
    await request(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body)
    })
  )

interface NewPasskey {
  readonly challenge: string
  readonly rp: { readonly id: string; readonly name: string }
  readonly user: { readonly id: string; readonly name: string }
  readonly excluded: ReadonlyArray<string>
}

/** ES256, Ed25519 and RS256, as devices have them. */
const algorithms = [-7, -8, -257]

/** Has the device make one, which it keeps. Rejects if the person doesn't want to. */
export const addPasskey = async (): Promise<void> => {
  const asked = (await (await post({})).json()) as NewPasskey
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: octetsOf(asked.challenge),
      rp: asked.rp,
      user: { id: octetsOf(asked.user.id), name: asked.user.name, displayName: asked.user.name },
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" })),
      excludeCredentials: asked.excluded.map((id) => ({ id: octetsOf(id), type: "public-key" })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none"
    }
  })) as PublicKeyCredential
  const { attestationObject, clientDataJSON } = made.response as AuthenticatorAttestationResponse
  await post({
    response: JSON.stringify({
      id: made.id,
      rawId: made.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        attestationObject: textOf(attestationObject),
        clientDataJSON: textOf(clientDataJSON)
      }
    })
  })
}

/** Signs in with one that the person chooses. */
export const signInByPasskey = async (): Promise<Session> => {
  const asked = (await (await accepted(await requestPasskey())).json()) as {
    readonly challenge: string
    readonly rpId: string
  }
  const chosen = (await navigator.credentials.get({
    publicKey: {
      challenge: octetsOf(asked.challenge),
      rpId: asked.rpId,
      userVerification: "required"
    }
  })) as PublicKeyCredential
  const { authenticatorData, clientDataJSON, signature, userHandle } =
    chosen.response as AuthenticatorAssertionResponse
  return signIn({
    passkey: JSON.stringify({
      id: chosen.id,
      rawId: chosen.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        authenticatorData: textOf(authenticatorData),
        clientDataJSON: textOf(clientDataJSON),
        signature: textOf(signature),
        userHandle: textOf(userHandle)
      }
    })
  })
}
