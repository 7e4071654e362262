import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"

const tlv = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const octets = length < 128 ? [length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...octets]), content])
}

const sequence = (...parts: ReadonlyArray<Uint8Array>) => tlv(0x30, ...parts)
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, "hex"))

const commonName = (name: string) =>
  sequence(tlv(0x31, sequence(oid("550403"), tlv(0x0c, Buffer.from(name)))))

const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"))

const validity = sequence(
  tlv(0x17, Buffer.from("200101000000Z")),
  tlv(0x18, Buffer.from("21200101000000Z"))
)

interface Authority {
  readonly name: string
  readonly key: KeyObject
}

/** A certificate whose revocations are listed at an address. Without an issuer, its own. */
export const makeCertificate = (
  name: string,
  { crl, issuer }: { readonly crl?: string; readonly issuer?: Authority } = {}
): Authority & { readonly der: Buffer; readonly pem: string } => {
  const { privateKey: key, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const by = issuer ?? { name, key }
  const listedAt = (url: string) =>
    tlv(
      0xa3,
      sequence(
        sequence(
          oid("551d1f"),
          tlv(0x04, sequence(sequence(tlv(0xa0, tlv(0xa0, tlv(0x86, Buffer.from(url)))))))
        )
      )
    )
  const content = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    commonName(by.name),
    validity,
    commonName(name),
    publicKey.export({ type: "spki", format: "der" }),
    ...(crl === undefined ? [] : [listedAt(crl)])
  )
  const signature = tlv(0x03, Buffer.from([0]), sign("sha256", content, by.key))
  const der = sequence(content, ecdsaWithSha256, signature)
  const pem = `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`
  return { name, key, der, pem }
}
