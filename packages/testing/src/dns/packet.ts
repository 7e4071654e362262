import { Packet } from "dns2"
import type { DnsAnswer, DnsRecord } from "./zone.js"

const codes = { noerror: 0, servfail: 2, nxdomain: 3, refused: 5 } as const

const names = new Map<number, string>(
  Object.entries(Packet.TYPE).map(([name, number]) => [number, name])
)

/** Unknown types are `TYPE65` and so on (RFC 3597). */
export const typeName = (type: number): string => names.get(type) ?? `TYPE${String(type)}`

/** At most 255 octets each (RFC 1035 3.3.14). */
const strings = (value: string | ReadonlyArray<string>): ReadonlyArray<Buffer> => {
  if (typeof value !== "string") return value.map((text) => Buffer.from(text))
  const octets = Buffer.from(value)
  const count = Math.max(1, Math.ceil(octets.length / 255))
  return Array.from({ length: count }, (_, index) =>
    octets.subarray(index * 255, (index + 1) * 255)
  )
}

// dns2 can't write the dotted form of `::ffff:192.0.2.1`.
const hexadecimal = (address: string): string =>
  new URL(`http://[${address}]`).hostname.slice(1, -1)

const fields = (record: DnsRecord): object => {
  switch (record.type) {
    case "A":
      return { address: record.value }
    case "AAAA":
      return { address: hexadecimal(record.value) }
    case "CNAME":
    case "PTR":
      return { domain: record.value }
    case "NS":
      return { ns: record.value }
    case "MX":
      return record.value
    case "TXT":
      return { data: strings(record.value) }
  }
}

export const toPacket = (request: Packet, outcome: DnsAnswer | "servfail" | "refused"): Packet => {
  const response = Packet.createResponseFromRequest(request)
  response.header.ra = 1
  response.header.rcode = codes[typeof outcome === "string" ? outcome : outcome.code]
  if (typeof outcome === "string") return response
  response.answers = outcome.records.map(
    ({ name, record }) =>
      new Packet.Resource({
        name,
        type: Packet.TYPE[record.type],
        class: Packet.CLASS.IN,
        ttl: 3600,
        ...fields(record)
      })
  )
  return response
}
