const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

const dateTime =
  /^(?:[A-Za-z]{3},? {1,3})?(\d{1,2}) ([A-Za-z]{3}) (\d{4}) {1,3}(\d{1,2}):(\d{2})(?::(\d{2}))? {1,3}(?:([+-])(\d{2})(\d{2})|GMT|UTC?|Z)(?: |$)/

/**
 * Epoch milliseconds of a date (RFC 5322 3.3). Undefined for any other text: a local time without
 * its zone could be half a day off.
 */
export const instantOf = (value: string | undefined): number | undefined => {
  const found = dateTime.exec((value ?? "").slice(0, 100))
  if (found === null) return undefined
  const [
    ,
    day,
    monthName = "",
    year,
    hour,
    minute,
    second = "0",
    sign,
    zoneHours = "0",
    zoneMinutes = "0"
  ] = found
  const month = months.indexOf(monthName.toLowerCase())
  if (month === -1) return undefined
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000 * (sign === "-" ? -1 : 1)
  const instant =
    Date.UTC(Number(year), month, Number(day), Number(hour), Number(minute), Number(second)) - zone
  return Number(year) >= 1970 && instant >= 0 ? instant : undefined
}
