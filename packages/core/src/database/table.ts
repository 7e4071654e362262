/**
 * How a column keeps a member of a record: a text or a number as it is (`plain`), a boolean as 0 or
 * 1 (`flag`), anything else as JSON (`json`). Null is always NULL.
 */
type KindOf<Value> = [Value] extends [string | number | null]
  ? "plain" | "json"
  : [Value] extends [boolean]
    ? "flag" | "json"
    : "json"

/** What a driver returns for a member, and takes. */
type Stored<Value, Kind> = Kind extends "flag"
  ? number
  : Kind extends "json"
    ? string | Extract<Value, null>
    : Value

const decoders = {
  flag: (stored: unknown): unknown => stored !== 0,
  json: (stored: unknown): unknown => JSON.parse(stored as string)
}
const encoders = { flag: Number, json: (value: unknown): unknown => JSON.stringify(value) }

/** The row of a table, such as `topicTable`. */
export type Row<Table extends { readonly decode: (row: never) => unknown }> = Parameters<
  Table["decode"]
>[0]

/**
 * A table of records: its columns in the order in which they are selected, and how a record becomes
 * a row and a row a record. Nothing else lists them, but for the steps of the schema.
 *
 * ```ts
 * const topicTable = defineTable<TopicRecord>()({ id: "plain", translations: "json" })
 * const rows = yield* sql<Row<typeof topicTable>>`SELECT ${sql.literal(topicTable.columns)} FROM …`
 * rows.map(topicTable.decode)
 * ```
 */
export const defineTable =
  <TableRecord extends object>() =>
  <
    const Columns extends {
      readonly [Name in keyof TableRecord]-?: KindOf<TableRecord[Name]>
    }
  >(
    columns: Columns
  ) => {
    type TableRow = {
      readonly [Name in keyof TableRecord]-?: Stored<TableRecord[Name], Columns[Name]>
    }
    const kinds = columns as unknown as Readonly<Record<string, "plain" | "flag" | "json">>
    const names = Object.keys(kinds)
    const convert = (by: typeof decoders | typeof encoders) => {
      const converters = Object.entries(kinds).flatMap(([name, kind]) =>
        kind === "plain" ? [] : [[name, by[kind]] as const]
      )
      return (given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
        const converted: Record<string, unknown> = { ...given }
        for (const [name, converter] of converters) {
          const value = given[name]
          if (value !== undefined && value !== null) converted[name] = converter(value)
        }
        return converted
      }
    }
    const decode = convert(decoders)
    const encode = convert(encoders)
    return {
      names,
      /** `id, name, …`, to be selected. */
      columns: names.join(", "),
      /** `t.id, t.name, …`, of a table that a statement calls `t`. */
      columnsOf: (alias: string): string => names.map((name) => `${alias}.${name}`).join(", "),
      decode: decode as unknown as (row: TableRow) => TableRecord,
      encode: encode as unknown as (record: TableRecord) => TableRow,
      /** Of a record's changes: members that are undefined stay as they are. */
      encodeChanges: encode as unknown as (changes: Partial<TableRecord>) => Partial<TableRow>
    }
  }
