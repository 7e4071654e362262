/** A table's part of a row that a join returns: each column with a prefix. */
export type JoinedRow<TableRow, Prefix extends string> = {
  readonly [Name in keyof TableRow & string as `${Prefix}${Name}`]: TableRow[Name]
}

/**
 * A table in a join, which calls it `alias`: its columns to be selected, each with a prefix that
 * tells it from those of the others, and how a row of the join becomes a record of this table.
 */
export const joinedTable = <TableRow extends object, TableRecord, const Prefix extends string>(
  {
    decode,
    names
  }: {
    readonly decode: (row: TableRow) => TableRecord
    readonly names: ReadonlyArray<string>
  },
  alias: string,
  prefix: Prefix
) => {
  const joined = names.map((name) => [name, `${prefix}${name}`] as const)
  return {
    columns: joined.map(([name, column]) => `${alias}.${name} AS ${column}`).join(", "),
    decode: (row: JoinedRow<TableRow, Prefix>): TableRecord => {
      const columns = row as unknown as Readonly<Record<string, unknown>>
      const own: Record<string, unknown> = {}
      for (const [name, column] of joined) own[name] = columns[column]
      return decode(own as TableRow)
    }
  }
}
