CREATE TABLE api_keys (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL REFERENCES tenants (id),
  prefix TEXT NOT NULL UNIQUE,
  hash TEXT NOT NULL,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  rate_limit INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT;

CREATE INDEX api_keys_by_tenant ON api_keys (tenant_id, created_at, id);

CREATE TABLE bodies (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL,
  html TEXT,
  text TEXT,
  headers TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE brands (
  tenant_id TEXT PRIMARY KEY NOT NULL,
  settings TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE email_counts (
  tenant_id TEXT NOT NULL,
  period TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  queued INTEGER NOT NULL,
  sending INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  bounced INTEGER NOT NULL,
  complained INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  deferred INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, period, starts_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE emails (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL,
  body_id TEXT NOT NULL,
  recipient_email TEXT NOT NULL,
  sender_email TEXT NOT NULL,
  sender_name TEXT,
  template_id TEXT,
  subject TEXT NOT NULL,
  metadata TEXT,
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  smtp_provider TEXT NOT NULL,
  smtp_response TEXT,
  error_message TEXT,
  next_attempt_at INTEGER,
  sent_at INTEGER,
  delivered_at INTEGER,
  bounced_at INTEGER,
  complained_at INTEGER,
  failed_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
, template_version INTEGER) STRICT;

CREATE INDEX emails_by_status ON emails (tenant_id, status, created_at, id);

CREATE INDEX emails_by_time ON emails (tenant_id, created_at, id);

CREATE TABLE events (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL,
  email_id TEXT NOT NULL,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX events_by_email ON events (email_id, created_at, id);

CREATE TABLE idempotency (
  tenant_id TEXT NOT NULL,
  key TEXT NOT NULL,
  body_digest TEXT NOT NULL,
  result TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_by_time ON idempotency (created_at);

CREATE TABLE inbox (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL,
  sender TEXT NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  source BLOB NOT NULL,
  captured_at INTEGER NOT NULL
) STRICT;

CREATE INDEX inbox_by_time ON inbox (captured_at, id);

CREATE TABLE queue (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  lease_owner TEXT,
  refused_since INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX queue_by_due ON queue (due_at, id);

CREATE INDEX queue_by_tenant ON queue (tenant_id, due_at, id);

CREATE TABLE rate_limits (
  key_id TEXT PRIMARY KEY NOT NULL,
  tokens REAL NOT NULL,
  refilled_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE suppressions (
  tenant_id TEXT NOT NULL,
  folded TEXT NOT NULL,
  email_address TEXT NOT NULL,
  reason TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, folded)
) STRICT, WITHOUT ROWID;

CREATE INDEX suppressions_by_time ON suppressions (tenant_id, added_at, folded);

CREATE TABLE telemark_migrations (
  id INTEGER PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT;

CREATE TABLE template_versions (
  tenant_id TEXT NOT NULL,
  template_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  name TEXT NOT NULL,
  subject_template TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  variables TEXT NOT NULL,
  uses TEXT NOT NULL,
  mjml_source TEXT,
  design_json TEXT,
  html TEXT NOT NULL,
  text_body TEXT,
  locales TEXT NOT NULL,
  PRIMARY KEY (tenant_id, template_id, version)
) STRICT;

CREATE TABLE templates (
  tenant_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  subject_template TEXT NOT NULL,
  active INTEGER NOT NULL,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX templates_by_time ON templates (tenant_id, created_at, id);

CREATE TABLE tenants (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL UNIQUE,
  default_from TEXT,
  monthly_limit INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE usage (
  tenant_id TEXT NOT NULL,
  month TEXT NOT NULL,
  sent INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, month)
) STRICT, WITHOUT ROWID;
