import { useMemo } from "preact/hooks"
import { useLanguage } from "../Texts/index.js"

/** Rates as per cent with two digits after the point: a limit of 0.1 % needs them. */
export const useRate = (): ((share: number) => string) => {
  const { language } = useLanguage()
  return useMemo(() => {
    const format = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 })
    return (share) => format.format(share)
  }, [language])
}

/** Formats of differences, with their sign: a part of a former count, and points of per cent. */
export const useChangeFormats = () => {
  const { language } = useLanguage()
  return useMemo(() => {
    const signed = { signDisplay: "exceptZero" } as const
    const percent = new Intl.NumberFormat(language, {
      ...signed,
      style: "percent",
      maximumFractionDigits: 0
    })
    const points = new Intl.NumberFormat(language, { ...signed, maximumFractionDigits: 2 })
    return {
      percent: (part: number) => percent.format(part),
      points: (value: number) => points.format(value)
    }
  }, [language])
}
