/** A table's part of a row that a join returns: each column with a prefix. */
export type JoinedRow<TableRow, Prefix extends string> = {
  readonly [Name in keyof TableRow & string as `${Prefix}${Name}`]: TableRow[Name]
}

/**
 * The columns of a table in a join, which calls it `alias`, to be selected: each with a prefix that
 * tells it from those of the others.
 */
export const joinedColumns = (
  names: ReadonlyArray<string>,
  alias: string,
  prefix: string
): string => names.map((name) => `${alias}.${name} AS ${prefix}${name}`).join(", ")

/** How a row of a join becomes a row of one of its tables: too slow for what each request reads. */
export const makeOwnRow = <TableRow extends object, const Prefix extends string>(
  names: ReadonlyArray<string>,
  prefix: Prefix
): ((row: JoinedRow<TableRow, Prefix>) => TableRow) => {
  const joined = names.map((name) => [name, `${prefix}${name}`] as const)
  return (row) => {
    const columns = row as unknown as Readonly<Record<string, unknown>>
    const own: Record<string, unknown> = {}
    for (const [name, column] of joined) own[name] = columns[column]
    return own as TableRow
  }
}
