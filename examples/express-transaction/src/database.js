import pg from "pg"

/** The shop's own tables. Each voucher buys once, which Postgres makes sure of at the commit. */
const tables = `
  CREATE TABLE IF NOT EXISTS products (
    sku text PRIMARY KEY,
    name text NOT NULL,
    cents integer NOT NULL,
    stock integer NOT NULL CONSTRAINT in_stock CHECK (stock >= 0)
  );
  CREATE TABLE IF NOT EXISTS orders (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email text NOT NULL,
    sku text NOT NULL REFERENCES products,
    quantity integer NOT NULL CHECK (quantity > 0),
    voucher text CONSTRAINT voucher_once UNIQUE DEFERRABLE INITIALLY DEFERRED
  );
  INSERT INTO products (sku, name, cents, stock) VALUES ('mug', 'Fjord mug', 1200, 100) ON CONFLICT DO NOTHING
`

/** The pool that the shop and Telemark share. */
export const openDatabase = async (url) => {
  const pool = new pg.Pool({ connectionString: url })
  // A connection that breaks while nobody uses it: without a listener, that would end the process.
  pool.on("error", (error) => console.error(`a connection was lost: ${error.message}`))
  await pool.query(tables)
  return pool
}

/**
 * Runs `work` in a transaction, which is committed once `work` has resolved, and rolled back if
 * anything fails.
 */
export const inTransaction = async (pool, work) => {
  const client = await pool.connect()
  try {
    await client.query("BEGIN")
    const result = await work(client)
    await client.query("COMMIT")
    return result
  } catch (error) {
    // Where the connection itself is what failed, there is nothing to roll back.
    await client.query("ROLLBACK").catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
