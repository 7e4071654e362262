// Hot path (docs/hot-paths.md): decodes by loops; a schema takes about 1 µs a member.
/**
 * A text or a number as it is (`plain`, or by its type, of which `given` makes rows), a boolean as
 * 0 or 1 (`flag`), anything else as JSON (`json`); null is NULL. Or by functions to and from a text,
 * which get null as well.
 */
type KindOf<Value> =
  | { readonly decode: (stored: never) => Value; readonly encode: (value: Value) => unknown }
  | ([Value] extends [string | number | null]
      ? "plain" | "json" | ([Value] extends [string | null] ? "text" : "integer")
      : [Value] extends [boolean]
        ? "flag" | "json"
        : "json")

/** What a driver returns for a member, and takes. */
type Stored<Value, Kind> = Kind extends "flag"
  ? number
  : Kind extends "json"
    ? string | Extract<Value, null>
    : Kind extends { readonly decode: (stored: infer Kept) => Value }
      ? Kept
      : Value

type Converter = (value: unknown) => unknown
type Values = Readonly<Record<string, unknown>>

const unlessNull =
  (convert: Converter): Converter =>
  (value) =>
    value === null ? null : convert(value)

const plain = { decode: (stored: unknown) => stored, encode: (value: unknown) => value }

const codecs = {
  plain,
  text: plain,
  integer: plain,
  flag: { decode: unlessNull((stored) => stored !== 0), encode: unlessNull(Number) },
  json: {
    decode: unlessNull((stored) => JSON.parse(stored as string)),
    encode: unlessNull((value) => JSON.stringify(value))
  }
}

/** An object of texts, kept as JSON, and as NULL if it has no members. */
export const textsOrNull = {
  decode: (stored: string | null): Readonly<Record<string, string>> =>
    stored === null ? {} : (JSON.parse(stored) as Readonly<Record<string, string>>),
  encode: (value: Readonly<Record<string, string>>): string | null =>
    Object.keys(value).length === 0 ? null : JSON.stringify(value)
}

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
    type Name = keyof TableRecord & string
    type TableRow = {
      readonly [Name in keyof TableRecord]-?: Stored<TableRecord[Name], Columns[Name]>
    }
    const kinds = columns as unknown as Readonly<
      Record<string, keyof typeof codecs | Record<"decode" | "encode", Converter>>
    >
    const convert = (names: ReadonlyArray<string>, how: "decode" | "encode") => {
      const converters = names.flatMap((name) => {
        const kind = kinds[name]
        const codec = typeof kind === "string" ? codecs[kind] : kind
        return codec === undefined || codec === plain ? [] : [[name, codec[how]] as const]
      })
      return (given: Values): Values => {
        const converted: Record<string, unknown> = { ...given }
        for (const [name, converter] of converters)
          if (given[name] !== undefined) converted[name] = converter(given[name])
        return converted
      }
    }
    const part = <Part extends Name>(names: ReadonlyArray<string>) => ({
      names,
      /** `id, name, …`, to be selected. */
      columns: names.join(", "),
      /** `t.id, t.name, …`, of a table that a statement calls `t`. */
      columnsOf: (alias: string): string => names.map((name) => `${alias}.${name}`).join(", "),
      /** For `given`, which needs the types of all of them: none may be `plain`. */
      types: Object.fromEntries(
        names.map((name) => [name, kinds[name] === "integer" ? "integer" : "text"])
      ) as { readonly [Name in Part]: Columns[Name] extends "integer" ? "integer" : "text" },
      decode: convert(names, "decode") as unknown as (
        row: Pick<TableRow, Part>
      ) => Pick<TableRecord, Part>,
      encode: convert(names, "encode") as unknown as (
        record: Pick<TableRecord, Part>
      ) => Pick<TableRow, Part>
    })
    const names = Object.keys(kinds)
    const encode = convert(names, "encode")
    return {
      ...part<Name>(names),
      decode: convert(names, "decode") as unknown as (row: TableRow) => TableRecord,
      encode: encode as unknown as (record: TableRecord) => TableRow,
      /** Of a record's changes: members that are undefined stay as they are. */
      encodeChanges: (changes: Partial<TableRecord>): Partial<TableRow> =>
        Object.fromEntries(
          Object.entries(encode(changes as Values)).filter(([, value]) => value !== undefined)
        ) as Partial<TableRow>,
      /** Some of the columns. */
      pick: <Part extends Name>(...picked: ReadonlyArray<Part>) => part<Part>(picked),
      /** All columns but some. */
      omit: <Left extends Name>(...left: ReadonlyArray<Left>) =>
        part<Exclude<Name, Left>>(names.filter((name) => !left.includes(name as Left)))
    }
  }
