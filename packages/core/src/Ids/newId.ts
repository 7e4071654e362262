import { Clock, Effect } from "effect"
import { Entropy } from "./Entropy.js"

/** What an id names: email, event, API key, tenant, SMTP config, webhook attempt, subscription, body, suppression incident, feedback source, feedback report, worker. */
export type IdPrefix = "em" | "evt" | "key" | "tn" | "smtp" | "dlv" | "sub" | "body" | "inc" | "fsrc" | "frep" | "worker"

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

/** UUIDv7 (RFC 9562 5.7) without dashes: 48 bits of milliseconds, then 74 random bits. */
export const uuidv7 = (millis: number, random: Uint8Array): string => {
  const bytes = Uint8Array.from(random.subarray(0, 16))
  for (let index = 0; index < 6; index++) bytes[index] = Math.floor(millis / 2 ** (8 * (5 - index))) % 256
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  let text = ""
  for (const byte of bytes) text += hex[byte] ?? ""
  return text
}

/** The id for a time (epoch milliseconds) and 16 random bytes. */
export const idAt = (prefix: IdPrefix, now: number, random: Uint8Array): string => `${prefix}_${uuidv7(now, random)}`

/** A new sortable id such as `em_0199…`; it sorts after ids of earlier milliseconds. */
export const newId = (prefix: IdPrefix): Effect.Effect<string> =>
  Effect.clockWith((clock) => Effect.map(Entropy, ({ bytes }) => idAt(prefix, clock.unsafeCurrentTimeMillis(), bytes(16))))

/** `count` new ids in ascending order, so that the ids of a send keep its recipients' order. */
export const newIds = (prefix: IdPrefix, count: number): Effect.Effect<ReadonlyArray<string>> =>
  Effect.zipWith(Clock.currentTimeMillis, Entropy, (now, entropy) => {
    const random = entropy.bytes(16 * count)
    const ids = Array.from({ length: count }, (_, index) =>
      idAt(prefix, now, random.subarray(16 * index, 16 * index + 16)))
    return ids.sort()
  })

const latest = 2 ** 48 - 1

/** The lower bound of ids made at this time (epoch milliseconds) or later: ids begin with their time. */
export const firstIdAt = (prefix: IdPrefix, instant: number): string =>
  `${prefix}_${Math.min(Math.max(Math.ceil(instant), 0), latest).toString(16).padStart(12, "0")}`

/** When an id was made, in epoch milliseconds. */
export const instantOfId = (id: string): number => Number.parseInt(id.slice(id.indexOf("_") + 1).slice(0, 12), 16)

/** Whether text has the form of such an id; anything else is "not found" without a look-up. */
export const isId = (prefix: IdPrefix, text: string): boolean =>
  text.length === prefix.length + 33 && text.startsWith(`${prefix}_`) && /^[0-9a-f]{32}$/.test(text.slice(prefix.length + 1))
