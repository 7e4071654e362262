/** Octets of contents in one statement, unless one alone is larger. */
const maxOctets = 4 * 1024 * 1024

/** Keeps the number of parameters, and of different statements, small. */
const maxRows = 50

export const inGroups = <Row extends { readonly content: Uint8Array }>(
  rows: ReadonlyArray<Row>
): ReadonlyArray<readonly [Row, ...ReadonlyArray<Row>]> => {
  const groups: Array<[Row, ...Array<Row>]> = []
  let octets = 0
  for (const row of rows) {
    const last = groups.at(-1)
    octets += row.content.length
    if (last === undefined || last.length === maxRows || octets > maxOctets) {
      groups.push([row])
      octets = row.content.length
    } else last.push(row)
  }
  return groups
}
