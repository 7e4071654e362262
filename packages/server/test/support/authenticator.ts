import { isoCBOR } from "@simplewebauthn/server/helpers"
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"

interface Attestation {
  readonly format: string
  readonly statement: ReadonlyMap<string, unknown>
}

const digest = (data: string | Uint8Array) => createHash("sha256").update(data).digest()
const base64Url = (data: string | Uint8Array) => Buffer.from(data).toString("base64url")

/** A device that makes a passkey for a site, as browsers put down its answers. */
export const makeAuthenticator = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  const id = randomBytes(16)
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))]
    ])
  )
  const data = (flags: number, ...rest: ReadonlyArray<Uint8Array>) =>
    Buffer.concat([
      digest(new URL(origin).hostname),
      Buffer.from([flags]),
      Buffer.alloc(4),
      ...rest
    ])
  const answer = (
    type: "create" | "get",
    challenge: string,
    signing: (client: Buffer) => Readonly<Record<string, string>>
  ) => {
    const client = Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin }))
    return JSON.stringify({
      id: base64Url(id),
      rawId: base64Url(id),
      type: "public-key",
      clientExtensionResults: {},
      response: { clientDataJSON: base64Url(client), ...signing(client) }
    })
  }

  return {
    /** The answer to what a page asks a new passkey with. */
    register: (
      challenge: string,
      attest: (signed: (key?: typeof privateKey) => Uint8Array) => Attestation = () => ({
        format: "none",
        statement: new Map()
      })
    ) =>
      answer("create", challenge, (client) => {
        const authData = data(0x45, Buffer.alloc(16), Buffer.from([0, 16]), id, cose)
        const { format, statement } = attest(
          (key = privateKey) =>
            new Uint8Array(sign("sha256", Buffer.concat([authData, digest(client)]), key))
        )
        const whole = new Map<string, unknown>([
          ["fmt", format],
          ["attStmt", statement],
          ["authData", new Uint8Array(authData)]
        ])
        const encoded = isoCBOR.encode(whole as Parameters<typeof isoCBOR.encode>[0])
        return { attestationObject: base64Url(encoded) }
      }),

    /** The answer to what a page asks somebody with who wants to sign in. */
    signIn: (challenge: string) =>
      answer("get", challenge, (client) => {
        const authData = data(0x05)
        const signature = sign("sha256", Buffer.concat([authData, digest(client)]), privateKey)
        return { authenticatorData: base64Url(authData), signature: base64Url(signature) }
      })
  }
}
