/** The name in lower case, the value on one line. */
export type Field = readonly [name: string, value: string]

/** Up to a blank line. */
export type FieldBlock = ReadonlyArray<Field>

const maxLength = 65_536
const maxLines = 2_000
const maxBlocks = 200
const maxValue = 4_000

const nameAndValue = /^([!-9;-~]{1,76})[ \t]{0,10}:(.*)$/s

/**
 * The blocks of header fields in a text (RFC 3464 2.1: first the message's, then one for each
 * recipient). Folded lines are joined. A line that is neither a field nor folded continues the
 * field before it: some servers break long replies so.
 */
export const fieldBlocks = (text: string): ReadonlyArray<FieldBlock> => {
  const blocks: Array<Array<Field>> = []
  let block: Array<Field> = []
  const close = () => {
    if (block.length > 0) blocks.push(block)
    block = []
  }
  for (const raw of text.slice(0, maxLength).split(/\r\n|\r|\n/, maxLines)) {
    const line = raw.trim()
    if (line === "") {
      close()
      if (blocks.length === maxBlocks) return blocks
      continue
    }
    const field = /^[ \t]/.test(raw) ? null : nameAndValue.exec(raw)
    const last = block.at(-1)
    if (field !== null)
      block.push([(field[1] ?? "").toLowerCase(), (field[2] ?? "").trim().slice(0, maxValue)])
    else if (last !== undefined && last[1].length < maxValue)
      block[block.length - 1] = [last[0], `${last[1]} ${line}`.trim().slice(0, maxValue)]
  }
  close()
  return blocks
}

/** Undefined if there is none or it is empty. */
export const valueOf = (block: FieldBlock, name: string): string | undefined => {
  const value = block.find(([found]) => found === name)?.[1]
  return value === "" ? undefined : value
}

export const valuesOf = (block: FieldBlock, name: string): ReadonlyArray<string> =>
  block.filter(([found, value]) => found === name && value !== "").map(([, value]) => value)

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

const dateTime =
  /^(?:[A-Za-z]{3},? {1,3})?(\d{1,2}) ([A-Za-z]{3}) (\d{4}) {1,3}(\d{1,2}):(\d{2})(?::(\d{2}))? {1,3}(?:([+-])(\d{2})(\d{2})|GMT|UTC?|Z)(?: |$)/

/**
 * Epoch milliseconds of a date (RFC 5322 3.3). Undefined without its zone: it could be half a day
 * off.
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
