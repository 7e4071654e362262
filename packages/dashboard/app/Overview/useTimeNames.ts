import { useMemo } from "preact/hooks"
import { useLanguage } from "../Texts/index.js"

interface TimeNames {
  /** Below a bar. */
  readonly short: (start: string) => string
  /** In sentences and tables. */
  readonly long: (start: string) => string
}

/**
 * Names of hours in the viewer's zone, and of days in UTC: a day of the series is one of UTC,
 * whatever the zone.
 */
export const useTimeNames = (interval: "hour" | "day", hours: number): TimeNames => {
  const { language } = useLanguage()
  return useMemo(() => {
    const zone = interval === "day" ? { timeZone: "UTC" } : {}
    const short = new Intl.DateTimeFormat(language, {
      ...zone,
      ...(hours <= 24 ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short" })
    })
    const long = new Intl.DateTimeFormat(language, {
      ...zone,
      weekday: "short",
      day: "numeric",
      month: "short",
      ...(interval === "hour" ? { hour: "2-digit", minute: "2-digit" } : {})
    })
    return {
      short: (start) => short.format(new Date(start)),
      long: (start) => long.format(new Date(start))
    }
  }, [interval, hours, language])
}
