import {
  maxKey,
  maxMessage,
  pausedMessage,
  problems,
  quoted,
  type SqlInterface
} from "./sqlInterface.js"
import { insertTrigger } from "./sqlSendTable.js"

const refuse = (problem: string, condition: string): string =>
  `SELECT RAISE(ABORT, ${quoted(problem)}) WHERE ${condition};`

/** Beyond ASCII may be what isn't UTF-8: a worker reads that as another id, and never finds the row. */
const isNoId =
  "length(CAST(NEW.id AS BLOB)) NOT BETWEEN 1 AND 100 OR length(NEW.id) <> length(CAST(NEW.id AS BLOB)) OR NEW.id GLOB '*[^ -~]*'"

/** As long ago as takes the octets of a lease: a row of the same size is leased in place. */
const due = String(-(2 ** 40))

/**
 * A view of one tenant to insert into, and to read outcomes from. SQLite has no functions, and no
 * roles: who may write the file may write anything.
 */
export const sqliteInterface = ({
  currentMillis,
  name,
  tables,
  tenantId
}: SqlInterface): ReadonlyArray<string> => {
  const view = `"${name}_sends"`
  const tenant = quoted(tenantId)
  return [
    // Its trigger goes with it.
    `DROP VIEW IF EXISTS ${view}`,
    `CREATE VIEW ${view} (id, message, idempotency_key, outcome) AS
SELECT sent.id, sent.request, sent.idempotency_key, CASE
  WHEN sent.result IS NOT NULL THEN json_set(sent.result, '$.messages', json(
    (SELECT json_group_array(json_object('id', email.id, 'recipient', email.recipient_email, 'status', email.status, 'error_message', email.error_message))
      FROM ${tables.emails} AS email WHERE email.tenant_id = sent.tenant_id
      AND email.id IN (SELECT json_extract(message.value, '$.id') FROM json_each(sent.result, '$.messages') AS message))))
  WHEN tenant.paused_at IS NOT NULL THEN json_object('status', 'waiting', 'message', ${quoted(pausedMessage)})
  ELSE json_object('status', 'waiting') END
FROM ${tables.sql_sends} AS sent JOIN ${tables.tenants} AS tenant ON tenant.id = sent.tenant_id WHERE sent.tenant_id = ${tenant}`,
    `CREATE TRIGGER "${name}${insertTrigger}" INSTEAD OF INSERT ON ${view} BEGIN
  ${refuse(problems.shape, "CASE WHEN json_valid(NEW.message) THEN json_type(NEW.message) <> 'object' ELSE true END")}
  ${refuse(problems.size, `length(CAST(NEW.message AS BLOB)) > ${String(maxMessage)}`)}
  ${refuse(problems.key, `length(NEW.idempotency_key) NOT BETWEEN 1 AND ${String(maxKey)}`)}
  ${refuse(problems.id, isNoId)}
  ${refuse(problems.tenant, `NOT EXISTS (SELECT 1 FROM ${tables.tenants} WHERE id = ${tenant} AND removed_at IS NULL)`)}
  INSERT INTO ${tables.sql_sends} (id, tenant_id, request, octets, idempotency_key, created_at, due_at)
    VALUES (COALESCE(NEW.id, printf('sql_%012x', ${currentMillis}) || substr(lower(hex(randomblob(16))), 1, 20)), ${tenant},
      CAST(NEW.message AS TEXT), length(CAST(NEW.message AS BLOB)), NEW.idempotency_key, ${currentMillis}, ${due});
END`
  ]
}
