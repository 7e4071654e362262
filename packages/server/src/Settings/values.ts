import { parseSmtpUrl } from "@telemark/smtp"
import { Either, LogLevel } from "effect"

type Value<A> = Either.Either<A, string | undefined>

const takesOther: Value<never> = Either.left(undefined)

/** A whole number in plain digits between two bounds. */
export const wholeNumber = (least: number, most: number) => (text: string): Value<number> => {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN
  return value >= least && value <= most ? Either.right(value) : takesOther
}

/** One of a few words, in any case. */
export const oneOf = <const Word extends string>(...words: ReadonlyArray<Word>) => (text: string): Value<Word> => {
  const found = words.find((word) => word === text.toLowerCase())
  return found === undefined ? takesOther : Either.right(found)
}

/** A host name or an IP address, an IPv6 one with or without brackets. */
export const host = (text: string): Value<string> => {
  const bare = text.replace(/^\[(.+)\]$/, "$1")
  return /^[A-Za-z0-9.:%_-]+$/.test(bare) ? Either.right(bare) : takesOther
}

const day = 86_400_000

/** A whole number of days in milliseconds, or null for `forever`. */
export const retention = (text: string): Value<number | null> =>
  text.toLowerCase() === "forever" ? Either.right(null) : Either.map(wholeNumber(1, 36_500)(text), (days) => days * day)

/** The URL of a mail relay, by the rules of the transport that will use it. */
export const relayUrl = (text: string): Value<string> =>
  Either.mapBoth(parseSmtpUrl(text), { onLeft: ({ reason }) => reason, onRight: () => text })

/** The URL of something that is reached by HTTP. */
export const httpUrl = (text: string): Value<string> =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? Either.right(text) : takesOther

const levels: Readonly<Record<string, LogLevel.LogLevel>> = {
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  warn: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
}

export const logLevel = (text: string): Value<LogLevel.LogLevel> => {
  const level = Object.hasOwn(levels, text.toLowerCase()) ? levels[text.toLowerCase()] : undefined
  return level === undefined ? takesOther : Either.right(level)
}
