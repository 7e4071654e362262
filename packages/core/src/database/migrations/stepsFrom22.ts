import { step, type Step, type Writer } from "./Step.js"

const recipient = "COALESCE(recipient_folded, lower(recipient_email))"

/** What of a message is searched: `words` has a word for its tenant, too. */
const searched = `
      tenant_id text NOT NULL,
      created_at integer NOT NULL,
      words text NOT NULL`

/**
 * On SQLite, `position` is in the order of time, so that the index finds the newest first. The
 * triggers are those of its manual for a table beside the index: words are removed by themselves.
 */
const onSqlite = ({ names: { index }, table, tables }: Writer): ReadonlyArray<string> => {
  const words = index("emails_by_word")
  return [
    table(`email_search (
      position integer PRIMARY KEY,
      email_id text NOT NULL UNIQUE,${searched})`),
    `CREATE VIRTUAL TABLE ${words} USING fts5(words, content=${index("email_search")}, content_rowid=position, columnsize=0, detail=none, tokenize="ascii tokenchars '=_'")`,
    `CREATE TRIGGER ${index("email_search_added")} AFTER INSERT ON ${tables.email_search} BEGIN INSERT INTO ${words} (rowid, words) VALUES (NEW.position, NEW.words); END`,
    `CREATE TRIGGER ${index("email_search_removed")} AFTER DELETE ON ${tables.email_search} BEGIN INSERT INTO ${words} (${words}, rowid, words) VALUES ('delete', OLD.position, OLD.words); END`
  ]
}

const onPostgres = ({ index, table, tune }: Writer): ReadonlyArray<string> => [
  table(`email_search (
      email_id text PRIMARY KEY NOT NULL,${searched})`),
  ...tune("email_search", "growing"),
  index("emails_by_word", "email_search USING gin (array_to_tsvector(string_to_array(words, ' ')))")
]

/** The newest ones: a new one goes to their end. */
export const stepsFrom22: ReadonlyArray<Step> = [
  // Events get positions in the order in which they are recorded. Those of before have none: nobody
  // goes on after them. And an index of suppressions by their reason.
  step(22, "streams", ({ column, dialect, index, names, tables }) => {
    const counter = names.sequence("events_positions")
    return [
      // Without a default at first: a default that counts would rewrite the table.
      column("events", "position integer"),
      dialect.name === "sqlite"
        ? []
        : [
            `CREATE SEQUENCE ${counter} OWNED BY ${tables.events}.position`,
            `ALTER TABLE ${tables.events} ALTER COLUMN position SET DEFAULT nextval('${counter}')`
          ],
      index("events_by_position", "events (position) WHERE position IS NOT NULL"),
      // A whole reason may be larger than Postgres puts into an index.
      index(
        "suppressions_by_reason",
        "suppressions (tenant_id, substr(reason, 1, 40), added_at, folded)"
      )
    ]
  }),

  // To whom and when captured mail was sent after all.
  step(23, "released_mail", ({ column }) => [
    column("inbox", "released_to text"),
    column("inbox", "released_at integer")
  ]),

  // What must be refused later: signatures that were used, and links of tenants that are gone.
  step(24, "replays_and_links", ({ column, index, keyedTable }) => [
    // Calls of feedback sources whose signature doesn't cover the body, until it is too old to be
    // taken: each token is taken for one body.
    keyedTable(`feedback_calls (
      source_id text NOT NULL,
      token_digest text NOT NULL,
      body_digest text NOT NULL,
      is_handled integer NOT NULL,
      expires_at integer NOT NULL,
      PRIMARY KEY (source_id, token_digest))`),
    index("feedback_calls_by_end", "feedback_calls (expires_at)"),

    // All that stays of a removed tenant: what its links have of its id.
    keyedTable(`removed_tenants (
      link_mark text PRIMARY KEY NOT NULL,
      removed_at integer NOT NULL)`),

    // The same of a paused tenant whose links are stopped; null for others.
    column("tenants", "stopped_link_mark text"),
    index(
      "tenants_by_stopped_links",
      "tenants (stopped_link_mark) WHERE stopped_link_mark IS NOT NULL"
    )
  ]),

  // The index of recipients' domains by what follows the last @: a local part in quotes may
  // have others. And an index of the suppressions whose keys aren't ASCII, for those that
  // versions before made of decomposed letters: `foldKeys` finds them by it.
  step(25, "address_keys", ({ dialect, index, names }) => {
    const isSqlite = dialect.name === "sqlite"
    const domain = isSqlite
      ? `substr(${recipient}, length(rtrim(${recipient}, replace(${recipient}, '@', ''))) + 1)`
      : `reverse(split_part(reverse(${recipient}), '@', 1))`
    const isBeyondAscii = isSqlite
      ? "length(CAST(folded AS BLOB)) > length(folded)"
      : "octet_length(folded) > length(folded)"
    return [
      `DROP INDEX ${names.existingIndex("emails_by_recipient_domain")}`,
      index("emails_by_recipient_domain", `emails (tenant_id, ${domain}, created_at, id)`),
      index(
        "suppressions_beyond_ascii",
        `suppressions (tenant_id, folded, topic) WHERE ${isBeyondAscii}`
      )
    ]
  }),

  // The words of messages, to find messages by, and the messages whose words aren't in there
  // yet. Existing ones are among them: workers index them page by page. The index of the
  // beginnings of subjects is no longer needed.
  step(26, "word_search", (writer) => [
    `DROP INDEX ${writer.names.existingIndex("emails_by_subject")}`,
    (writer.dialect.name === "sqlite" ? onSqlite : onPostgres)(writer),
    writer.keyedTable(`search_queue (
      email_id text PRIMARY KEY NOT NULL,
      tenant_id text NOT NULL)`),
    writer.tune("search_queue", "churning"),
    `INSERT INTO ${writer.tables.search_queue} (email_id, tenant_id) SELECT id, tenant_id FROM ${writer.tables.emails}`
  ]),

  // What becomes of a tenant's sends that lack data of their template.
  step(27, "missing_data", ({ column }) => [
    column("tenants", "missing text NOT NULL DEFAULT 'warn'")
  ]),

  // How many connections servers take at once. Few rows, found by reading all.
  step(28, "connection_limits", ({ table }) => [
    table(`connection_limits (
      route text NOT NULL,
      tenant_id text NOT NULL,
      connections integer NOT NULL,
      smtp_response text,
      refused_at integer NOT NULL,
      PRIMARY KEY (route))`)
  ]),

  // Bodies that are complete mails, which are sent as they are.
  step(29, "raw_mail", ({ column }) => [column("bodies", "raw integer NOT NULL DEFAULT 0")]),

  // In whose form an endpoint gets its events; null for ours.
  step(30, "webhook_formats", ({ column }) => [column("webhook_endpoints", "format text")]),

  // Where access tokens for the login of a tenant's own server come from, as JSON without the
  // secrets: they are sealed in place of the password. Null: it takes a password.
  step(31, "smtp_oauth2", ({ column }) => [column("smtp_configs", "oauth2 text")]),

  // Sends that were inserted by SQL. `due_at` is the lease of the worker that takes one, and null
  // once it is decided: then `result` is what became of it, and its request is removed.
  // `request` is last: on SQLite, what is behind it is read through all of its pages.
  step(32, "sql_sends", ({ index, table, tune }) => [
    table(`sql_sends (
      id text PRIMARY KEY NOT NULL,
      tenant_id text NOT NULL,
      octets integer NOT NULL,
      idempotency_key text,
      result text,
      created_at integer NOT NULL,
      due_at integer,
      decided_at integer,
      request text)`),
    ...tune("sql_sends", "churning"),
    index("sql_sends_by_due", "sql_sends (tenant_id, due_at, id) WHERE due_at IS NOT NULL"),
    index("sql_sends_by_decision", "sql_sends (decided_at) WHERE decided_at IS NOT NULL")
  ]),

  // To whose traces messages belong. Ids begin with the time, so old rows are found by them.
  step(33, "traces", ({ keyedTable }) => [
    keyedTable(`traces (
      email_id text PRIMARY KEY NOT NULL,
      tenant_id text NOT NULL,
      traceparent text NOT NULL)`)
  ]),

  // With which key the addresses of erased people are hashed, sealed; null: nobody was erased.
  step(34, "erasure", ({ column }) => [column("tenants", "erasure_key text")]),

  // For how long contents are stored. Bodies: null, always.
  step(35, "stored_contents", ({ column }) => [
    column("tenants", "store text NOT NULL DEFAULT 'always'"),
    column("bodies", "store text")
  ]),

  // Who changed what. Ids begin with the time, so old entries are found by them. `tenant_name`
  // stays with what the operator did when the tenant is gone.
  step(36, "audit_log", ({ index, table, tune }) => [
    table(`audit_log (
      id text PRIMARY KEY NOT NULL,
      created_at integer NOT NULL,
      operation text NOT NULL,
      outcome text NOT NULL,
      actor_kind text NOT NULL,
      actor_id text,
      actor_name text,
      tenant_id text,
      tenant_name text,
      target_kind text,
      target_id text,
      members text NOT NULL,
      ip_address text,
      user_agent text)`),
    ...tune("audit_log", "growing"),
    index("audit_log_by_tenant", "audit_log (tenant_id, id) WHERE tenant_id IS NOT NULL")
  ]),

  // To whom and how often a key may send; null without bounds. `sends_of_day` are those of the day
  // `sends_day`, counted from 1970 on, and of keys with such a limit alone.
  step(37, "key_limits", ({ column }) => [
    column("api_keys", "allowed_recipients text"),
    column("api_keys", "max_sends_per_day integer"),
    column("api_keys", "sends_day integer"),
    column("api_keys", "sends_of_day integer")
  ]),

  // People who sign in by name; without a tenant, to the whole server. Sessions of theirs have a
  // kind that versions before don't know: these would take a session without a key for one of the
  // operator.
  step(38, "members", ({ column, index, keyedTable, uniqueIndex }) => [
    keyedTable(`members (
      id text PRIMARY KEY NOT NULL,
      tenant_id text,
      email text NOT NULL,
      folded text NOT NULL,
      name text,
      role text NOT NULL,
      state text NOT NULL,
      issuer text,
      subject text,
      from_groups integer NOT NULL,
      invitation_hash text,
      invited_until integer,
      created_at integer NOT NULL,
      last_signed_in_at integer)`),
    uniqueIndex("members_by_address", "members (folded)"),
    uniqueIndex("members_by_identity", "members (issuer, subject) WHERE subject IS NOT NULL"),
    uniqueIndex(
      "members_by_invitation",
      "members (invitation_hash) WHERE invitation_hash IS NOT NULL"
    ),
    index("members_by_tenant", "members (tenant_id, created_at, id)"),
    column("sessions", "id text"),
    column("sessions", "member_id text"),
    column("sessions", "seen_at integer"),
    column("sessions", "address text"),
    column("sessions", "browser text"),
    index("sessions_by_member", "sessions (member_id, created_at) WHERE member_id IS NOT NULL")
  ]),

  // The public keys of members' passkeys.
  step(39, "passkeys", ({ index, keyedTable }) => [
    keyedTable(`passkeys (
      id text PRIMARY KEY NOT NULL,
      member_id text NOT NULL,
      public_key text NOT NULL,
      counter integer NOT NULL,
      browser text NOT NULL,
      created_at integer NOT NULL,
      last_used_at integer)`),
    index("passkeys_by_member", "passkeys (member_id)")
  ])
]
