CREATE TABLE tenants (
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  default_from text COLLATE "C",
  monthly_limit bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (name)
);

CREATE TABLE api_keys (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  scopes text COLLATE "C" NOT NULL,
  rate_limit bigint NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint,
  revoked_at bigint,
  PRIMARY KEY (id),
  UNIQUE (prefix),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);

CREATE INDEX api_keys_by_tenant ON api_keys USING btree (tenant_id, created_at, id);

CREATE TABLE bodies (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  html text COLLATE "C",
  text text COLLATE "C",
  headers text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE email_counts (
  tenant_id text COLLATE "C" NOT NULL,
  period text COLLATE "C" NOT NULL,
  starts_at bigint NOT NULL,
  queued bigint NOT NULL,
  sending bigint NOT NULL,
  sent bigint NOT NULL,
  failed bigint NOT NULL,
  bounced bigint NOT NULL,
  complained bigint NOT NULL,
  delivered bigint NOT NULL,
  deferred bigint NOT NULL,
  PRIMARY KEY (tenant_id, period, starts_at)
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=500);

CREATE TABLE emails (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  body_id text COLLATE "C" NOT NULL,
  recipient_email text COLLATE "C" NOT NULL,
  sender_email text COLLATE "C" NOT NULL,
  sender_name text COLLATE "C",
  template_id text COLLATE "C",
  subject text COLLATE "C" NOT NULL,
  metadata text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  attempts bigint NOT NULL,
  smtp_provider text COLLATE "C" NOT NULL,
  smtp_response text COLLATE "C",
  error_message text COLLATE "C",
  next_attempt_at bigint,
  sent_at bigint,
  delivered_at bigint,
  bounced_at bigint,
  complained_at bigint,
  failed_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE INDEX emails_by_status ON emails USING btree (tenant_id, status, created_at, id);

CREATE INDEX emails_by_time ON emails USING btree (tenant_id, created_at, id);

CREATE TABLE events (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  email_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  data text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (id)
);

CREATE INDEX events_by_email ON events USING btree (email_id, created_at, id);

CREATE TABLE idempotency (
  tenant_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  body_digest text COLLATE "C" NOT NULL,
  result text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, key)
);

CREATE INDEX idempotency_by_time ON idempotency USING btree (created_at);

CREATE TABLE inbox (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  sender text COLLATE "C" NOT NULL,
  recipient text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  source bytea NOT NULL,
  captured_at bigint NOT NULL,
  PRIMARY KEY (id)
);

CREATE INDEX inbox_by_time ON inbox USING btree (captured_at, id);

CREATE TABLE queue (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  due_at bigint NOT NULL,
  lease_owner text COLLATE "C",
  refused_since bigint,
  PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0, autovacuum_analyze_scale_factor=0.05, autovacuum_analyze_threshold=1000);

CREATE INDEX queue_by_due ON queue USING btree (due_at, id);

CREATE INDEX queue_by_tenant ON queue USING btree (tenant_id, due_at, id);

CREATE TABLE rate_limits (
  key_id text COLLATE "C" NOT NULL,
  tokens double precision NOT NULL,
  refilled_at bigint NOT NULL,
  PRIMARY KEY (key_id)
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=500);

CREATE TABLE suppressions (
  tenant_id text COLLATE "C" NOT NULL,
  folded text COLLATE "C" NOT NULL,
  email_address text COLLATE "C" NOT NULL,
  reason text COLLATE "C" NOT NULL,
  added_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, folded)
);

CREATE INDEX suppressions_by_time ON suppressions USING btree (tenant_id, added_at, folded);

CREATE TABLE telemark_migrations (
  id bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  applied_at bigint NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE usage (
  tenant_id text COLLATE "C" NOT NULL,
  month text COLLATE "C" NOT NULL,
  sent bigint NOT NULL,
  PRIMARY KEY (tenant_id, month)
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=500);
