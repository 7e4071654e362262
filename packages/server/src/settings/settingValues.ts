import {
  namesProblem,
  parseDuration,
  parseMailbox,
  parseSecret,
  parseUrl,
  readPublicUrl,
  scopeProblem,
  toAsciiDomain,
  toEhloName,
  tokenUrlProblem
} from "@telemark/core"
import { type AllowedNetworks, parseDnsServers, parseNetworks } from "@telemark/network"
import { parseSmtpUrl, parseTokenSmtpUrl } from "@telemark/smtp"
import { type LogLevel, Redacted, Result } from "effect"
import { isIP } from "node:net"
import { resolve } from "node:path"
import type { SettingDefinition } from "./Setting.js"
import { type ImapMailbox, parseImapUrl } from "./imapUrl.js"

type Value<A> = ReturnType<SettingDefinition<A>["read"]>

const takesOther: Value<never> = Result.fail(undefined)

const found = <A>(value: A | undefined): Value<A> =>
  value === undefined ? takesOther : Result.succeed(value)

type Values<A> = Pick<SettingDefinition<A>, "takes" | "read">

export const wholeNumber = (min: number, max: number): Values<number> => ({
  takes: `a whole number from ${String(min)} to ${String(max)}`,
  read: (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN
    return value >= min && value <= max ? Result.succeed(value) : takesOther
  }
})

export const oneOf = <const Word extends string>(...words: ReadonlyArray<Word>): Values<Word> => ({
  takes: `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`,
  read: (text) => found(words.find((word) => word === text.toLowerCase()))
})

export const onOrOff = (...words: ReadonlyArray<"on" | "off">): Values<boolean> => {
  const { read, takes } = oneOf(...words)
  return { takes, read: (text) => Result.map(read(text), (word) => word === "on") }
}

/** IPv6 with or without brackets. */
export const host = (text: string): Value<string> => {
  const bare = text.replace(/^\[(.+)\]$/, "$1")
  return /^[A-Za-z0-9.:%_-]+$/.test(bare) ? Result.succeed(bare) : takesOther
}

/** It is looked at where it is used. */
export const file = (text: string): Value<string> => Result.succeed(resolve(text))

/** In milliseconds. */
export const duration =
  (min = 0, max = Infinity) =>
  (text: string): Value<number> =>
    Result.filterOrFail(
      Result.mapError(parseDuration(text), () => undefined),
      (millis) => millis >= min && millis <= max,
      () => undefined
    )

const day = 86_400_000

/** In milliseconds; null for `forever`. */
export const retention = (text: string): Value<number | null> =>
  text.toLowerCase() === "forever"
    ? Result.succeed(null)
    : Result.map(wholeNumber(1, 36_500).read(text), (days) => days * day)

export const sender: Values<string> = {
  takes: "a sender such as mail@example.com or Shop <shop@example.com>",
  read: (text) => found(parseMailbox(text) === undefined ? undefined : text)
}

/** A user without a password is one with access tokens: other settings say whether it is. */
export const relayUrl = (text: string): Value<string> =>
  Result.isSuccess(parseTokenSmtpUrl(text))
    ? Result.succeed(text)
    : Result.mapBoth(parseSmtpUrl(text), {
        onFailure: ({ reason }) => reason,
        onSuccess: () => text
      })

export const tokenUrl = (text: string): Value<string> =>
  tokenUrlProblem(text) === undefined ? Result.succeed(text) : takesOther

/** Without TLS on this machine alone. */
export const issuerUrl = (text: string): Value<string> => {
  if (tokenUrlProblem(text) !== undefined || text.includes("?")) return takesOther
  const { hostname, pathname } = new URL(text)
  if (pathname.includes("/.well-known/"))
    return Result.fail("names a document: leave out /.well-known/ and what follows it")
  return /(?:^|\.)(?:microsoftonline\.(?:com|us|cn)|windows\.net)$/.test(hostname) &&
    /^\/(?:common|organizations)(?:\/|$)/i.test(pathname)
    ? Result.fail("lets people of any directory of Entra ID in: give the id of your directory")
    : Result.succeed(text)
}

export const headerName = (text: string): Value<string> =>
  /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/.test(text)
    ? Result.succeed(text.toLowerCase())
    : takesOther

/** Of a tenant, or `*`. */
export const home = (text: string): Value<string> =>
  /^(?:\*|[A-Za-z0-9][A-Za-z0-9_.-]{0,63})$/.test(text) ? Result.succeed(text) : takesOther

export const scope = (text: string): Value<string> =>
  scopeProblem(text) === undefined ? Result.succeed(text) : takesOther

export const plainText = (text: string): Value<string> =>
  /\p{Cc}/u.test(text) ? takesOther : Result.succeed(text)

export const hiddenText = (text: string): Value<Redacted.Redacted> =>
  Result.map(plainText(text), (read) => Redacted.make(read))

export const imapUrl = (text: string): Value<ImapMailbox> =>
  Result.filterOrFail(
    parseImapUrl(text),
    ({ password }) => password !== undefined,
    () => "has no password"
  )

/** The client, which is loaded on demand, checks the rest. */
export const redisUrl = (text: string): Value<Redacted.Redacted> =>
  /^rediss?:$/.test(parseUrl(text)?.protocol ?? "")
    ? Result.succeed(Redacted.make(text))
    : takesOther

export const httpUrl = (text: string): Value<string> =>
  /^https?:$/.test(parseUrl(text)?.protocol ?? "") ? Result.succeed(text) : takesOther

export const publicUrl = (text: string): Value<string> => found(readPublicUrl(text))

const levels: ReadonlyMap<string, LogLevel.LogLevel> = new Map([
  ["trace", "Trace"],
  ["debug", "Debug"],
  ["info", "Info"],
  ["warning", "Warn"],
  ["warn", "Warn"],
  ["error", "Error"],
  ["none", "None"]
])

export const logLevel = (text: string): Value<LogLevel.LogLevel> =>
  found(levels.get(text.toLowerCase()))

/** Checked here but kept as text. */
export const secret = (text: string): Value<Redacted.Redacted> =>
  Result.mapBoth(parseSecret(text), {
    onFailure: () => undefined,
    onSuccess: () => Redacted.make(text)
  })

export const tableName =
  (option: "schema" | "tablePrefix") =>
  (text: string): Value<string> =>
    namesProblem({ [option]: text }) === undefined ? Result.succeed(text) : takesOther

export const domain = (text: string): Value<string> => found(toAsciiDomain(text))

/** A domain name, a host name of one label, or an address literal. */
export const ehloName = (text: string): Value<string> => found(toEhloName(text))

/** No networks. */
export const ipAddresses = (text: string): Value<ReadonlyArray<string>> => {
  const addresses = text.split(",").map((each) => each.trim())
  if (addresses.some((each) => each.includes("/")))
    return Result.fail("names a network instead of single addresses")
  return addresses.every((each) => isIP(each) !== 0 && !each.includes("%"))
    ? Result.succeed(addresses)
    : takesOther
}

const some = <A>(values: ReadonlyArray<A>): Value<ReadonlyArray<A>> =>
  values.length === 0 ? takesOther : Result.succeed(values)

export const dnsServers = (text: string): Value<ReadonlyArray<string>> =>
  Result.flatMap(parseDnsServers(text), some)

export const allowedNetworks = (text: string): Value<AllowedNetworks> =>
  Result.flatMap(parseNetworks(text), some)

const units = [
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000]
] as const

/** Such as `90s`, `5m` or `24h`: in the largest unit up to hours that divides the milliseconds. */
export const formatDuration = (millis: number): string => {
  const [unit, length] = units.find(([, each]) => millis % each === 0) ?? ["ms", 1]
  return `${String(millis / length)}${unit}`
}

export const formatSchedule = (schedule: ReadonlyArray<number>): string =>
  schedule.map(formatDuration).join(",")

export const formatRetention = (millis: number | null): string =>
  millis === null ? "forever" : String(millis / day)
