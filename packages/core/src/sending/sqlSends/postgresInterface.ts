import { sqlSendsPayload } from "../../delivery/message/WakeUp.js"
import {
  maxKey,
  maxMessage,
  pausedMessage,
  problems,
  quoted,
  type SqlInterface
} from "./sqlInterface.js"

/** Everything else is named with its schema, so no object of a caller's can take its place. */
const asOwner = "SECURITY DEFINER SET search_path = pg_catalog, pg_temp"

/** What a function to send by calls, and nothing else. */
export const sqlSendsNotice = (channel: string): string =>
  `pg_notify('${channel}', '${sqlSendsPayload}')`

/** The code of what isn't about a message. */
export const raised = "P0001"

const raise = (code: string, problem: string): string =>
  `RAISE EXCEPTION USING ERRCODE = '${code}', MESSAGE = ${quoted(problem)}`

/**
 * A schema with functions of one tenant, and a role that may call them. Postgres checks who calls:
 * nothing in the functions says which tenant it is. They run as their owner, who may write to the
 * tables; the role may not. Whoever owns the schema could replace them, so it has to be us.
 */
export const postgresInterface = ({
  channel,
  currentMillis,
  name,
  role,
  tables,
  tenantId
}: SqlInterface): ReadonlyArray<string> => {
  const [schema, caller] = [`"${name}"`, `"${role}"`]
  const [send, outcome] = [`${schema}.send(jsonb, text)`, `${schema}.outcome(text)`]
  const sent = `FROM ${tables.sql_sends} AS sent JOIN ${tables.tenants} AS tenant ON tenant.id = sent.tenant_id`
  return [
    `DO $telemark$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_namespace WHERE nspname = '${name}') THEN CREATE SCHEMA ${schema}; END IF;
  IF (SELECT pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = '${name}') <> current_user THEN
    ${raise(raised, `The schema ${name} belongs to another role, which could replace the functions. Choose another one with --schema.`)};
  END IF;
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN CREATE ROLE ${caller} NOLOGIN; END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
END $telemark$`,
    `CREATE OR REPLACE FUNCTION ${schema}.send(message jsonb, idempotency_key text DEFAULT NULL) RETURNS text
LANGUAGE plpgsql VOLATILE ${asOwner} AS $telemark$
DECLARE
  millis bigint := ${currentMillis};
  size integer := octet_length(message::text);
  new_id text := 'sql_' || lpad(to_hex(millis), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 20);
BEGIN
  IF message IS NULL OR jsonb_typeof(message) <> 'object' THEN ${raise("22023", problems.shape)}; END IF;
  IF size > ${String(maxMessage)} THEN ${raise("54000", problems.size)}; END IF;
  IF char_length(idempotency_key) NOT BETWEEN 1 AND ${String(maxKey)} THEN ${raise("22023", problems.key)}; END IF;
  INSERT INTO ${tables.sql_sends} (id, tenant_id, request, octets, idempotency_key, created_at, due_at)
    SELECT new_id, id, message::text, size, idempotency_key, millis, 0 FROM ${tables.tenants} WHERE id = ${quoted(tenantId)} AND removed_at IS NULL;
  IF NOT FOUND THEN ${raise("55000", problems.tenant)}; END IF;
  PERFORM ${sqlSendsNotice(channel)};
  RETURN new_id;
END $telemark$`,
    `CREATE OR REPLACE FUNCTION ${schema}.outcome(id text) RETURNS jsonb
LANGUAGE sql STABLE ${asOwner} AS $telemark$
  SELECT CASE
    WHEN sent.result IS NOT NULL THEN sent.result::jsonb || jsonb_build_object('messages', COALESCE(
      (SELECT jsonb_agg(jsonb_build_object('id', email.id, 'recipient', email.recipient_email, 'status', email.status, 'error_message', email.error_message) ORDER BY email.id)
        FROM ${tables.emails} AS email WHERE email.tenant_id = sent.tenant_id
        AND email.id IN (SELECT message->>'id' FROM jsonb_array_elements(sent.result::jsonb->'messages') AS message)), '[]'))
    WHEN tenant.paused_at IS NOT NULL THEN jsonb_build_object('status', 'waiting', 'message', ${quoted(pausedMessage)})
    ELSE jsonb_build_object('status', 'waiting') END
  ${sent} WHERE sent.id = $1 AND sent.tenant_id = ${quoted(tenantId)}
$telemark$`,
    `COMMENT ON FUNCTION ${send} IS 'Telemark: sends mail as described in docs/sql.md, version 1'`,
    `COMMENT ON FUNCTION ${outcome} IS 'Telemark: what became of a message of send(), version 1'`,
    // By default everybody may execute a new function.
    `REVOKE ALL ON FUNCTION ${send}, ${outcome} FROM PUBLIC`,
    `GRANT USAGE ON SCHEMA ${schema} TO ${caller}`,
    `GRANT EXECUTE ON FUNCTION ${send}, ${outcome} TO ${caller}`
  ]
}
