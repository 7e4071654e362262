import { onServer } from "./createDatabase.js"

/**
 * Only tables that have rows: to truncate one makes new files for it and for each of its indexes.
 */
const emptying = `DO $$
DECLARE
  candidate text;
  has_rows boolean;
  filled text[] := '{}';
BEGIN
  FOR candidate IN
    SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND NOT tablename LIKE '%telemark_migrations'
  LOOP
    EXECUTE 'SELECT EXISTS (SELECT FROM ' || candidate || ')' INTO has_rows;
    IF has_rows THEN filled := filled || candidate; END IF;
  END LOOP;
  IF cardinality(filled) > 0 THEN EXECUTE 'TRUNCATE ' || array_to_string(filled, ', ') || ' CASCADE'; END IF;
END $$`

/**
 * Removes all rows but those that say which migrations were run: a tenth of the work of making the
 * database anew.
 */
export const emptyDatabase = async (url: string): Promise<void> => {
  await onServer(url, emptying)
}
