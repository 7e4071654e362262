import type pg from "pg"

interface Table {
  readonly name: string
  readonly options: string | null
  readonly columns: ReadonlyArray<string>
  readonly constraints: ReadonlyArray<string>
  readonly indexes: ReadonlyArray<string>
}

/**
 * What the catalogue says of each table; what the versions of the server say differently is left
 * out or undone.
 */
const catalogue = `
  SELECT
    c.relname::text AS name,
    array_to_string(c.reloptions, ', ') AS options,
    ARRAY(
      SELECT a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || CASE WHEN a.attcollation <> t.typcollation THEN ' COLLATE "' || l.collname || '"' ELSE '' END
        || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
        || COALESCE(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '')
      FROM pg_attribute a
      JOIN pg_type t ON t.oid = a.atttypid
      LEFT JOIN pg_collation l ON l.oid = a.attcollation
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attnum
    ) AS columns,
    ARRAY(
      SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
      WHERE k.conrelid = c.oid AND k.contype <> 'n'
      ORDER BY k.contype <> 'p', k.conname
    ) AS constraints,
    ARRAY(
      SELECT replace(pg_get_indexdef(i.indexrelid), ' ON ' || quote_ident(n.nspname) || '.', ' ON ') FROM pg_index i
      WHERE i.indrelid = c.oid AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.conrelid = c.oid)
      ORDER BY (SELECT x.relname FROM pg_class x WHERE x.oid = i.indexrelid)
    ) AS indexes
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname = $1
  ORDER BY c.relname`

/** The schema as statements that would make it; without its own name. */
export const dump = async (client: pg.Client, schema = "public"): Promise<string> => {
  const { rows } = await client.query<Table>(catalogue, [schema])
  return rows
    .flatMap(({ columns, constraints, indexes, name, options }) => [
      `CREATE TABLE ${name} (\n  ${[...columns, ...constraints].join(",\n  ")}\n)${options === null ? "" : ` WITH (${options})`}`,
      ...indexes
    ])
    .map((statement) => `${statement};\n`)
    .join("\n")
}
