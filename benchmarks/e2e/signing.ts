import { type DnsPeer, startDnsPeer } from "@telemark/testing"
import { generateKeyPairSync } from "node:crypto"
import { atEnd } from "../src/lifetime.js"
import { signedDomain } from "./mails.js"

/** Of the network that is reserved for examples: nothing is sent from it. */
const sendingIp = "192.0.2.25"

let dns: Promise<DnsPeer> | undefined

/** A DNS server of our own, in which domains are published. */
const dnsServer = (): Promise<DnsPeer> =>
  (dns ??= startDnsPeer().then((peer) => {
    atEnd(() => peer.close())
    return peer
  }))

/** The settings with which `telemark` finds its domain there. */
export const signingSettings = async (): Promise<Readonly<Record<string, string>>> => ({
  TELEMARK_DNS_SERVERS: (await dnsServer()).address,
  TELEMARK_SPF: `ip4:${sendingIp}`,
  TELEMARK_SENDING_IPS: sendingIp
})

interface AddedDomain {
  readonly dns_records: ReadonlyArray<{
    readonly type: "TXT"
    readonly host: string
    readonly value: string
  }>
}

/** Adds the domain, publishes its records and has it verified. `post` calls the API. */
export const verifyDomain = async (
  post: (path: string, body: object) => Promise<unknown>
): Promise<void> => {
  const peer = await dnsServer()
  const added = (await post("/domains", { domain: signedDomain })) as AddedDomain
  for (const { host, type, value } of added.dns_records) peer.set(host, type, [value])
  const verified = (await post(`/domains/${signedDomain}/verify`, {})) as {
    readonly ready_to_send: boolean
  }
  if (!verified.ready_to_send)
    throw new Error(`${signedDomain} was not verified: ${JSON.stringify(verified)}`)
}

/** A key of the kind that Telemark makes for a domain. */
export const signingKey = (): string =>
  generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString()
