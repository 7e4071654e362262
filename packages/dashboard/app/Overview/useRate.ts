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
