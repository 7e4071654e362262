import { useMemo } from "preact/hooks"
import { useLanguage } from "./language.js"

/** Numbers and times in the person's language and time zone. */
export interface Formats {
  readonly number: (value: number) => string
  /** A share of 1 as per cent, with one digit after the point. */
  readonly percent: (share: number) => string
  /** Date and time to the second, with the zone. */
  readonly instant: (iso: string) => string
  /** Date and time to the minute. */
  readonly short: (iso: string) => string
  /** Date and time to the second, where one follows the other quickly. */
  readonly exact: (iso: string) => string
  readonly day: (iso: string) => string
  /** `3 minutes ago`, `in 2 hours`. */
  readonly relative: (iso: string, now?: number) => string
  /** `1.2 s`, `340 ms`, `2 min`. */
  readonly duration: (millis: number) => string
  readonly octets: (count: number) => string
}

const units: ReadonlyArray<readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number]> = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1]
]

export const makeFormats = (language: string): Formats => {
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 })
  const instant = new Intl.DateTimeFormat(language, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short"
  })
  const short = new Intl.DateTimeFormat(language, {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit"
  })
  const exact = new Intl.DateTimeFormat(language, {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit"
  })
  const day = new Intl.DateTimeFormat(language, { year: "numeric", month: "short", day: "numeric" })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" })
  const one = (value: number, unit: string, digits = 1) =>
    new Intl.NumberFormat(language, {
      style: "unit",
      unit,
      unitDisplay: "short",
      maximumFractionDigits: digits
    }).format(value)
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    instant: (iso) => instant.format(new Date(iso)),
    short: (iso) => short.format(new Date(iso)),
    exact: (iso) => exact.format(new Date(iso)),
    day: (iso) => day.format(new Date(iso)),
    relative: (iso, now = Date.now()) => {
      const seconds = (Date.parse(iso) - now) / 1000
      const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1]
      return relative.format(Math.trunc(seconds / size), unit)
    },
    duration: (millis) => {
      if (millis < 1000) return one(Math.round(millis), "millisecond", 0)
      if (millis < 60_000) return one(millis / 1000, "second")
      return millis < 3_600_000 ? one(millis / 60_000, "minute") : one(millis / 3_600_000, "hour")
    },
    octets: (count) => {
      if (count < 1024) return one(count, "byte", 0)
      return count < 1024 * 1024
        ? one(count / 1024, "kilobyte")
        : one(count / 1024 / 1024, "megabyte")
    }
  }
}

export const useFormats = (): Formats => {
  const { language } = useLanguage()
  return useMemo(() => makeFormats(language), [language])
}
