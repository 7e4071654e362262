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

CREATE TABLE dkim_keys (
  tenant_id TEXT NOT NULL,
  domain TEXT NOT NULL,
  selector TEXT NOT NULL,
  place INTEGER NOT NULL,
  algorithm TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  ends_at INTEGER,
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL,
  PRIMARY KEY (tenant_id, domain, selector)
) STRICT;

CREATE TABLE domains (
  tenant_id TEXT NOT NULL,
  domain TEXT NOT NULL,
  spf_verified INTEGER NOT NULL,
  dkim_verified INTEGER NOT NULL,
  dmarc_verified INTEGER NOT NULL,
  spf_failing_since INTEGER,
  dkim_failing_since INTEGER,
  dmarc_failing_since INTEGER,
  owned INTEGER NOT NULL,
  verified_at INTEGER,
  created_at INTEGER NOT NULL,
  next_check_at INTEGER NOT NULL,
  verification TEXT,
  PRIMARY KEY (tenant_id, domain)
) STRICT;

CREATE INDEX domains_by_check ON domains (next_check_at, tenant_id, domain);

CREATE INDEX domains_by_name ON domains (domain, tenant_id);

CREATE INDEX domains_by_time ON domains (tenant_id, created_at, domain);

CREATE UNIQUE INDEX domains_owned ON domains (domain) WHERE owned = 1;

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
, report_key TEXT) STRICT;

CREATE INDEX events_by_email ON events (email_id, created_at, id);

CREATE UNIQUE INDEX events_by_report ON events (email_id, type, report_key) WHERE report_key IS NOT NULL;

CREATE INDEX events_by_tenant ON events (tenant_id, id);

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

CREATE TABLE sequences (
  name TEXT PRIMARY KEY NOT NULL,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE smtp_configs (
  tenant_id TEXT PRIMARY KEY NOT NULL,
  id TEXT NOT NULL,
  provider TEXT NOT NULL,
  host TEXT NOT NULL,
  port INTEGER NOT NULL,
  username TEXT NOT NULL,
  password TEXT NOT NULL,
  tls_required INTEGER NOT NULL,
  from_email TEXT,
  from_name TEXT,
  verified INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE subscription_queue (
  subscription_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  leased_until INTEGER NOT NULL,
  lease_owner TEXT,
  PRIMARY KEY (subscription_id, event_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE subscriptions (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  types TEXT NOT NULL,
  expires_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX subscriptions_by_expiry ON subscriptions (expires_at) WHERE expires_at IS NOT NULL;

CREATE UNIQUE INDEX subscriptions_by_name ON subscriptions (tenant_id, name);

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

CREATE TABLE webhook_attempts (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL,
  endpoint_id INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  status_code INTEGER,
  duration_ms INTEGER NOT NULL,
  response TEXT,
  error TEXT,
  next_attempt_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_attempts_by_endpoint ON webhook_attempts (endpoint_id, created_at, id);

CREATE TABLE webhook_endpoints (
  id INTEGER PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  active INTEGER NOT NULL,
  secret TEXT NOT NULL,
  former_secret TEXT,
  former_secret_until INTEGER,
  failing_since INTEGER,
  disabled_reason TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_endpoints_by_time ON webhook_endpoints (tenant_id, created_at, id);

CREATE TABLE webhook_queue (
  endpoint_id INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  lease_owner TEXT,
  PRIMARY KEY (event_id, endpoint_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_queue_by_due ON webhook_queue (endpoint_id, due_at, event_id);
