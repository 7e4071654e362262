import type { DkimAlgorithm, SigningKey } from "@telemark/core"
import { Redacted } from "effect"
import { dkimVerify } from "mailauth"
import { generateKeyPairSync } from "node:crypto"

/** A key with the record that publishes it. */
export interface Published {
  readonly key: SigningKey
  readonly host: string
  readonly record: string
}

const made = {
  rsa: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
  ed25519: () => generateKeyPairSync("ed25519")
}

/** Makes a key pair and publishes it. */
export const publish = (
  algorithm: DkimAlgorithm,
  { domain = "example.com", selector = `tm${algorithm}` } = {}
): Published => {
  const { privateKey, publicKey } = made[algorithm]()
  const spki = publicKey.export({ type: "spki", format: "der" })
  // RFC 8463 4: of Ed25519 the bare 32 bytes, which are the last ones.
  const p = (algorithm === "rsa" ? spki : spki.subarray(-32)).toString("base64")
  return {
    key: {
      domain,
      selector,
      algorithm,
      private_key: Redacted.make(privateKey.export({ type: "pkcs8", format: "pem" }).toString())
    },
    host: `${selector}._domainkey.${domain}`,
    record: `v=DKIM1; k=${algorithm}; p=${p}`
  }
}

/** What a verifier that others wrote says of each signature, such as `pass example.com aligned`. */
export const verify = async (
  source: string | Buffer,
  published: ReadonlyArray<Published>
): Promise<ReadonlyArray<string>> => {
  const resolver = (name: string): Promise<Array<Array<string>>> => {
    const found = published.filter(({ host }) => host === name).map(({ record }) => [record])
    return found.length > 0
      ? Promise.resolve(found)
      : Promise.reject(Object.assign(new Error("No such name"), { code: "ENOTFOUND" }))
  }
  const { results } = await dkimVerify(source, {
    resolver,
    curTime: new Date(Date.UTC(2026, 10, 20, 13))
  })
  return results.map(
    ({ signingDomain, status }) =>
      `${status.result} ${signingDomain}${Boolean(status.aligned) ? " aligned" : ""}`
  )
}
