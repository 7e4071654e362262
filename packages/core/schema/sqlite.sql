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
, allowed_recipients TEXT, max_sends_per_day INTEGER, sends_day INTEGER, sends_of_day INTEGER) STRICT;

CREATE INDEX api_keys_by_tenant ON api_keys (tenant_id, created_at, id);

CREATE TABLE attachments (
  body_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  filename TEXT NOT NULL,
  content_type TEXT,
  content_id TEXT,
  content BLOB NOT NULL,
  PRIMARY KEY (body_id, place)
) STRICT;

CREATE TABLE audit_log (
  id TEXT PRIMARY KEY NOT NULL,
  created_at INTEGER NOT NULL,
  operation TEXT NOT NULL,
  outcome TEXT NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id TEXT,
  actor_name TEXT,
  tenant_id TEXT,
  tenant_name TEXT,
  target_kind TEXT,
  target_id TEXT,
  members TEXT NOT NULL,
  ip_address TEXT,
  user_agent TEXT
) STRICT;

CREATE INDEX audit_log_by_tenant ON audit_log (tenant_id, id) WHERE tenant_id IS NOT NULL;

CREATE TABLE back_offs (
  route TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  sender_domain TEXT NOT NULL,
  cause TEXT NOT NULL,
  stage TEXT NOT NULL,
  smtp_response TEXT,
  error_message TEXT NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (route, tenant_id, sender_domain)
) STRICT;

CREATE TABLE bodies (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL,
  html TEXT,
  text TEXT,
  headers TEXT NOT NULL,
  created_at INTEGER NOT NULL
, shown TEXT, attachments TEXT, scheduled_at INTEGER, track_opens INTEGER NOT NULL DEFAULT 0, track_clicks INTEGER NOT NULL DEFAULT 0, raw INTEGER NOT NULL DEFAULT 0, store TEXT) STRICT;

CREATE TABLE brands (
  tenant_id TEXT PRIMARY KEY NOT NULL,
  settings TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE connection_limits (
  route TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  connections INTEGER NOT NULL,
  smtp_response TEXT,
  refused_at INTEGER NOT NULL,
  PRIMARY KEY (route)
) STRICT;

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
  verification TEXT, return_path_verified INTEGER NOT NULL DEFAULT 0, return_path_failing_since INTEGER, tracking_verified INTEGER NOT NULL DEFAULT 0, tracking_failing_since INTEGER,
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
  deferred INTEGER NOT NULL, cancelled INTEGER NOT NULL DEFAULT 0, opened INTEGER NOT NULL DEFAULT 0, clicked INTEGER NOT NULL DEFAULT 0, unsubscribed INTEGER NOT NULL DEFAULT 0, handover_20 INTEGER NOT NULL DEFAULT 0, handover_50 INTEGER NOT NULL DEFAULT 0, handover_100 INTEGER NOT NULL DEFAULT 0, handover_200 INTEGER NOT NULL DEFAULT 0, handover_500 INTEGER NOT NULL DEFAULT 0, handover_1000 INTEGER NOT NULL DEFAULT 0, handover_2000 INTEGER NOT NULL DEFAULT 0, handover_5000 INTEGER NOT NULL DEFAULT 0, handover_10000 INTEGER NOT NULL DEFAULT 0, handover_30000 INTEGER NOT NULL DEFAULT 0, handover_60000 INTEGER NOT NULL DEFAULT 0, handover_300000 INTEGER NOT NULL DEFAULT 0, handover_1800000 INTEGER NOT NULL DEFAULT 0, handover_7200000 INTEGER NOT NULL DEFAULT 0, handover_43200000 INTEGER NOT NULL DEFAULT 0, handover_more INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, period, starts_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE email_search (
  position INTEGER PRIMARY KEY,
  email_id TEXT NOT NULL UNIQUE,
  tenant_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  words TEXT NOT NULL
) STRICT;

CREATE TRIGGER email_search_added AFTER INSERT ON email_search BEGIN INSERT INTO emails_by_word (rowid, words) VALUES (NEW.position, NEW.words); END;

CREATE TRIGGER email_search_removed AFTER DELETE ON email_search BEGIN INSERT INTO emails_by_word (emails_by_word, rowid, words) VALUES ('delete', OLD.position, OLD.words); END;

CREATE TABLE email_tags (
  tenant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  email_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, name, value, created_at, email_id)
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
, template_version INTEGER, tags TEXT, scheduled_at INTEGER, recipient_folded TEXT, recipient_name TEXT, failure_code TEXT, provider_message_id TEXT, topic TEXT, engagement INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE INDEX emails_by_provider_id ON emails (provider_message_id) WHERE provider_message_id IS NOT NULL;

CREATE INDEX emails_by_recipient ON emails (tenant_id, COALESCE(recipient_folded, lower(recipient_email)), created_at, id);

CREATE INDEX emails_by_recipient_domain ON emails (tenant_id, substr(COALESCE(recipient_folded, lower(recipient_email)), length(rtrim(COALESCE(recipient_folded, lower(recipient_email)), replace(COALESCE(recipient_folded, lower(recipient_email)), '@', ''))) + 1), created_at, id);

CREATE INDEX emails_by_status ON emails (tenant_id, status, created_at, id);

CREATE INDEX emails_by_template ON emails (tenant_id, template_id, created_at, id) WHERE template_id IS NOT NULL;

CREATE INDEX emails_by_time ON emails (tenant_id, created_at, id);

CREATE INDEX emails_engaged ON emails (tenant_id, created_at, engagement) WHERE engagement > 0;

CREATE VIRTUAL TABLE emails_by_word USING fts5(words, content=email_search, content_rowid=position, columnsize=0, detail=none, tokenize="ascii tokenchars '=_'");

CREATE TABLE events (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL,
  email_id TEXT NOT NULL,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
, report_key TEXT, position INTEGER) STRICT;

CREATE INDEX events_by_email ON events (email_id, created_at, id);

CREATE INDEX events_by_position ON events (position) WHERE position IS NOT NULL;

CREATE UNIQUE INDEX events_by_report ON events (email_id, type, report_key) WHERE report_key IS NOT NULL;

CREATE INDEX events_by_tenant ON events (tenant_id, id);

CREATE TABLE feedback_calls (
  source_id TEXT NOT NULL,
  token_digest TEXT NOT NULL,
  body_digest TEXT NOT NULL,
  is_handled INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (source_id, token_digest)
) STRICT, WITHOUT ROWID;

CREATE INDEX feedback_calls_by_end ON feedback_calls (expires_at);

CREATE TABLE feedback_reports (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT,
  source_name TEXT NOT NULL,
  reason TEXT NOT NULL,
  report TEXT NOT NULL,
  email_id TEXT,
  identity TEXT UNIQUE,
  attempts INTEGER NOT NULL,
  due_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX feedback_reports_by_due ON feedback_reports (due_at, id) WHERE due_at IS NOT NULL;

CREATE INDEX feedback_reports_by_email ON feedback_reports (email_id) WHERE email_id IS NOT NULL;

CREATE INDEX feedback_reports_by_source ON feedback_reports (tenant_id, source_name, created_at);

CREATE INDEX feedback_reports_by_tenant ON feedback_reports (tenant_id, id);

CREATE TABLE feedback_sources (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT,
  provider TEXT NOT NULL,
  secret_digest TEXT NOT NULL UNIQUE,
  credential TEXT,
  created_at INTEGER NOT NULL,
  called_at INTEGER,
  refused_at INTEGER,
  refused_reason TEXT
) STRICT;

CREATE INDEX feedback_sources_by_time ON feedback_sources (tenant_id, created_at, id);

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
, released_to TEXT, released_at INTEGER) STRICT;

CREATE INDEX inbox_by_time ON inbox (captured_at, id);

CREATE TABLE members (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT,
  email TEXT NOT NULL,
  folded TEXT NOT NULL,
  name TEXT,
  role TEXT NOT NULL,
  state TEXT NOT NULL,
  issuer TEXT,
  subject TEXT,
  from_groups INTEGER NOT NULL,
  invitation_hash TEXT,
  invited_until INTEGER,
  created_at INTEGER NOT NULL,
  last_signed_in_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX members_by_address ON members (folded);

CREATE UNIQUE INDEX members_by_identity ON members (issuer, subject) WHERE subject IS NOT NULL;

CREATE UNIQUE INDEX members_by_invitation ON members (invitation_hash) WHERE invitation_hash IS NOT NULL;

CREATE INDEX members_by_tenant ON members (tenant_id, created_at, id);

CREATE TABLE operator_events (
  id TEXT PRIMARY KEY NOT NULL,
  type TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  once_key TEXT,
  data TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX operator_events_by_key ON operator_events (once_key);

CREATE TABLE passkeys (
  id TEXT PRIMARY KEY NOT NULL,
  member_id TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  browser TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX passkeys_by_member ON passkeys (member_id);

CREATE TABLE queue (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  lease_owner TEXT,
  refused_since INTEGER
, scheduled_at INTEGER) STRICT, WITHOUT ROWID;

CREATE INDEX queue_by_due ON queue (due_at, id);

CREATE INDEX queue_by_schedule ON queue (scheduled_at) WHERE scheduled_at IS NOT NULL;

CREATE INDEX queue_by_tenant ON queue (tenant_id, due_at, id);

CREATE INDEX queue_by_tenant_schedule ON queue (tenant_id, scheduled_at) WHERE scheduled_at IS NOT NULL;

CREATE TABLE rate_limits (
  key_id TEXT PRIMARY KEY NOT NULL,
  tokens REAL NOT NULL,
  refilled_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE removed_tenants (
  link_mark TEXT PRIMARY KEY NOT NULL,
  removed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE reputation_hours (
  tenant_id TEXT NOT NULL,
  domain TEXT NOT NULL,
  starts_at INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  bounced INTEGER NOT NULL,
  complained INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, domain, starts_at)
) STRICT, WITHOUT ROWID;

CREATE INDEX reputation_hours_by_start ON reputation_hours (starts_at);

CREATE TABLE search_queue (
  email_id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sequences (
  name TEXT PRIMARY KEY NOT NULL,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  hash TEXT PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL,
  key_id TEXT,
  tenant_id TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
, id TEXT, member_id TEXT, seen_at INTEGER, address TEXT, browser TEXT) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE INDEX sessions_by_key ON sessions (key_id, created_at) WHERE key_id IS NOT NULL;

CREATE INDEX sessions_by_member ON sessions (member_id, created_at) WHERE member_id IS NOT NULL;

CREATE INDEX sessions_by_tenant ON sessions (tenant_id) WHERE tenant_id IS NOT NULL;

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
, ehlo_name TEXT, oauth2 TEXT) STRICT, WITHOUT ROWID;

CREATE TABLE sql_sends (
  id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL,
  octets INTEGER NOT NULL,
  idempotency_key TEXT,
  result TEXT,
  created_at INTEGER NOT NULL,
  due_at INTEGER,
  decided_at INTEGER,
  request TEXT
) STRICT;

CREATE INDEX sql_sends_by_decision ON sql_sends (decided_at) WHERE decided_at IS NOT NULL;

CREATE INDEX sql_sends_by_due ON sql_sends (tenant_id, due_at, id) WHERE due_at IS NOT NULL;

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

CREATE TABLE suppression_incidents (
  id TEXT PRIMARY KEY NOT NULL,
  route TEXT NOT NULL,
  tenant_id TEXT,
  wording TEXT NOT NULL,
  since INTEGER NOT NULL,
  engaged_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  suppressed INTEGER NOT NULL,
  undone INTEGER NOT NULL,
  undone_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX suppression_incidents_by_end ON suppression_incidents (ends_at);

CREATE TABLE suppressions (
  tenant_id TEXT NOT NULL,
  folded TEXT NOT NULL,
  email_address TEXT NOT NULL,
  reason TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  cause TEXT,
  topic TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (tenant_id, folded, topic)
) STRICT, WITHOUT ROWID;

CREATE INDEX suppressions_beyond_ascii ON suppressions (tenant_id, folded, topic) WHERE length(CAST(folded AS BLOB)) > length(folded);

CREATE INDEX suppressions_by_cause ON suppressions (cause, added_at) WHERE cause IS NOT NULL;

CREATE INDEX suppressions_by_reason ON suppressions (tenant_id, substr(reason, 1, 40), added_at, folded);

CREATE INDEX suppressions_by_time ON suppressions (tenant_id, added_at, folded);

CREATE INDEX suppressions_by_topic ON suppressions (tenant_id, topic, added_at, folded) WHERE topic <> '';

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
, removed_at INTEGER, track_opens INTEGER NOT NULL DEFAULT 0, track_clicks INTEGER NOT NULL DEFAULT 0, paused_at INTEGER, paused_reason TEXT, paused_note TEXT, resumed_at INTEGER, stopped_link_mark TEXT, missing TEXT NOT NULL DEFAULT 'warn', erasure_key TEXT, store TEXT NOT NULL DEFAULT 'always') STRICT;

CREATE INDEX tenants_by_stopped_links ON tenants (stopped_link_mark) WHERE stopped_link_mark IS NOT NULL;

CREATE INDEX tenants_paused ON tenants (id) WHERE paused_at IS NOT NULL;

CREATE TABLE topics (
  tenant_id TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  translations TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE traces (
  email_id TEXT PRIMARY KEY NOT NULL,
  tenant_id TEXT NOT NULL,
  traceparent TEXT NOT NULL
) STRICT, WITHOUT ROWID;

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
, format TEXT) STRICT;

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
