import { octetsOf } from "@telemark/core"
import pg from "pg"

type Parser = (value: string) => unknown

const { BOOL, BYTEA, FLOAT4, FLOAT8, INT2, INT4, INT8, NUMERIC, OID } = pg.types.builtins

const parsers: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [BOOL, (value) => value === "t"],
  [BYTEA, octetsOf],
  // Instants and counts, all below 2^53. The driver's own parsers leave BIGINT and NUMERIC as text.
  ...[INT2, INT4, INT8, FLOAT4, FLOAT8, NUMERIC, OID].map((type) => [type, Number] as const)
])

const text: Parser = (value) => value

/**
 * How values are parsed. Passed with every statement, since the parsers of the driver and of the
 * pool are the host application's to change.
 */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number) => parsers.get(type) ?? text
}
