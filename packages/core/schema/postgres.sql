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
  allowed_recipients text COLLATE "C",
  max_sends_per_day bigint,
  sends_day bigint,
  sends_of_day bigint,
  PRIMARY KEY (id),
  UNIQUE (prefix),
  FOREIGN KEY (tenant_id) REFERENCES tenants(id)
);

CREATE INDEX api_keys_by_tenant ON api_keys USING btree (tenant_id, created_at, id);

CREATE TABLE attachments (
  body_id text COLLATE "C" NOT NULL,
  place bigint NOT NULL,
  filename text COLLATE "C" NOT NULL,
  content_type text COLLATE "C",
  content_id text COLLATE "C",
  content bytea NOT NULL,
  PRIMARY KEY (body_id, place)
);

CREATE TABLE audit_log (
  id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  operation text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  actor_kind text COLLATE "C" NOT NULL,
  actor_id text COLLATE "C",
  actor_name text COLLATE "C",
  tenant_id text COLLATE "C",
  tenant_name text COLLATE "C",
  target_kind text COLLATE "C",
  target_id text COLLATE "C",
  members text COLLATE "C" NOT NULL,
  ip_address text COLLATE "C",
  user_agent text COLLATE "C",
  PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE INDEX audit_log_by_tenant ON audit_log USING btree (tenant_id, id) WHERE (tenant_id IS NOT NULL);

CREATE TABLE back_offs (
  route text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  sender_domain text COLLATE "C" NOT NULL,
  cause text COLLATE "C" NOT NULL,
  stage text COLLATE "C" NOT NULL,
  smtp_response text COLLATE "C",
  error_message text COLLATE "C" NOT NULL,
  since bigint NOT NULL,
  until bigint NOT NULL,
  PRIMARY KEY (route, tenant_id, sender_domain)
);

CREATE TABLE bodies (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  html text COLLATE "C",
  text text COLLATE "C",
  headers text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  shown text COLLATE "C",
  attachments text COLLATE "C",
  scheduled_at bigint,
  track_opens bigint NOT NULL DEFAULT 0,
  track_clicks bigint NOT NULL DEFAULT 0,
  raw bigint NOT NULL DEFAULT 0,
  store text COLLATE "C",
  PRIMARY KEY (id)
);

CREATE TABLE brands (
  tenant_id text COLLATE "C" NOT NULL,
  settings text COLLATE "C" NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (tenant_id)
);

CREATE TABLE connection_limits (
  route text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  connections bigint NOT NULL,
  smtp_response text COLLATE "C",
  refused_at bigint NOT NULL,
  PRIMARY KEY (route)
);

CREATE TABLE dkim_keys (
  tenant_id text COLLATE "C" NOT NULL,
  domain text COLLATE "C" NOT NULL,
  selector text COLLATE "C" NOT NULL,
  place bigint NOT NULL,
  algorithm text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  ends_at bigint,
  public_key text COLLATE "C" NOT NULL,
  private_key text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, domain, selector)
);

CREATE TABLE domains (
  tenant_id text COLLATE "C" NOT NULL,
  domain text COLLATE "C" NOT NULL,
  spf_verified bigint NOT NULL,
  dkim_verified bigint NOT NULL,
  dmarc_verified bigint NOT NULL,
  spf_failing_since bigint,
  dkim_failing_since bigint,
  dmarc_failing_since bigint,
  owned bigint NOT NULL,
  verified_at bigint,
  created_at bigint NOT NULL,
  next_check_at bigint NOT NULL,
  verification text COLLATE "C",
  return_path_verified bigint NOT NULL DEFAULT 0,
  return_path_failing_since bigint,
  tracking_verified bigint NOT NULL DEFAULT 0,
  tracking_failing_since bigint,
  PRIMARY KEY (tenant_id, domain)
);

CREATE INDEX domains_by_check ON domains USING btree (next_check_at, tenant_id, domain);

CREATE INDEX domains_by_name ON domains USING btree (domain, tenant_id);

CREATE INDEX domains_by_time ON domains USING btree (tenant_id, created_at, domain);

CREATE UNIQUE INDEX domains_owned ON domains USING btree (domain) WHERE (owned = 1);

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
  cancelled bigint NOT NULL DEFAULT 0,
  opened bigint NOT NULL DEFAULT 0,
  clicked bigint NOT NULL DEFAULT 0,
  unsubscribed bigint NOT NULL DEFAULT 0,
  handover_20 bigint NOT NULL DEFAULT 0,
  handover_50 bigint NOT NULL DEFAULT 0,
  handover_100 bigint NOT NULL DEFAULT 0,
  handover_200 bigint NOT NULL DEFAULT 0,
  handover_500 bigint NOT NULL DEFAULT 0,
  handover_1000 bigint NOT NULL DEFAULT 0,
  handover_2000 bigint NOT NULL DEFAULT 0,
  handover_5000 bigint NOT NULL DEFAULT 0,
  handover_10000 bigint NOT NULL DEFAULT 0,
  handover_30000 bigint NOT NULL DEFAULT 0,
  handover_60000 bigint NOT NULL DEFAULT 0,
  handover_300000 bigint NOT NULL DEFAULT 0,
  handover_1800000 bigint NOT NULL DEFAULT 0,
  handover_7200000 bigint NOT NULL DEFAULT 0,
  handover_43200000 bigint NOT NULL DEFAULT 0,
  handover_more bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, period, starts_at)
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=500);

CREATE TABLE email_search (
  email_id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  words text COLLATE "C" NOT NULL,
  PRIMARY KEY (email_id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE INDEX emails_by_word ON email_search USING gin (array_to_tsvector(string_to_array(words, ' '::text)));

CREATE TABLE email_tags (
  tenant_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  email_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, name, value, created_at, email_id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

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
  template_version bigint,
  tags text COLLATE "C",
  scheduled_at bigint,
  recipient_folded text COLLATE "C",
  recipient_name text COLLATE "C",
  failure_code text COLLATE "C",
  provider_message_id text COLLATE "C",
  topic text COLLATE "C",
  engagement bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);

CREATE INDEX emails_by_provider_id ON emails USING btree (provider_message_id) WHERE (provider_message_id IS NOT NULL);

CREATE INDEX emails_by_recipient ON emails USING btree (tenant_id, COALESCE(recipient_folded, lower(recipient_email)), created_at, id);

CREATE INDEX emails_by_recipient_domain ON emails USING btree (tenant_id, reverse(split_part(reverse(COALESCE(recipient_folded, lower(recipient_email))), '@'::text, 1)), created_at, id);

CREATE INDEX emails_by_status ON emails USING btree (tenant_id, status, created_at, id);

CREATE INDEX emails_by_template ON emails USING btree (tenant_id, template_id, created_at, id) WHERE (template_id IS NOT NULL);

CREATE INDEX emails_by_time ON emails USING btree (tenant_id, created_at, id);

CREATE INDEX emails_engaged ON emails USING btree (tenant_id, created_at, engagement) WHERE (engagement > 0);

CREATE TABLE events (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  email_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  data text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  report_key text COLLATE "C",
  position bigint DEFAULT nextval('events_positions'::regclass),
  PRIMARY KEY (id)
);

CREATE INDEX events_by_email ON events USING btree (email_id, created_at, id);

CREATE INDEX events_by_position ON events USING btree ("position") WHERE ("position" IS NOT NULL);

CREATE UNIQUE INDEX events_by_report ON events USING btree (email_id, type, report_key) WHERE (report_key IS NOT NULL);

CREATE INDEX events_by_tenant ON events USING btree (tenant_id, id);

CREATE TABLE feedback_calls (
  source_id text COLLATE "C" NOT NULL,
  token_digest text COLLATE "C" NOT NULL,
  body_digest text COLLATE "C" NOT NULL,
  is_handled bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (source_id, token_digest)
);

CREATE INDEX feedback_calls_by_end ON feedback_calls USING btree (expires_at);

CREATE TABLE feedback_reports (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C",
  source_name text COLLATE "C" NOT NULL,
  reason text COLLATE "C" NOT NULL,
  report text COLLATE "C" NOT NULL,
  email_id text COLLATE "C",
  identity text COLLATE "C",
  attempts bigint NOT NULL,
  due_at bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (id),
  UNIQUE (identity)
);

CREATE INDEX feedback_reports_by_due ON feedback_reports USING btree (due_at, id) WHERE (due_at IS NOT NULL);

CREATE INDEX feedback_reports_by_email ON feedback_reports USING btree (email_id) WHERE (email_id IS NOT NULL);

CREATE INDEX feedback_reports_by_source ON feedback_reports USING btree (tenant_id, source_name, created_at);

CREATE INDEX feedback_reports_by_tenant ON feedback_reports USING btree (tenant_id, id);

CREATE TABLE feedback_sources (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C",
  provider text COLLATE "C" NOT NULL,
  secret_digest text COLLATE "C" NOT NULL,
  credential text COLLATE "C",
  created_at bigint NOT NULL,
  called_at bigint,
  refused_at bigint,
  refused_reason text COLLATE "C",
  PRIMARY KEY (id),
  UNIQUE (secret_digest)
);

CREATE INDEX feedback_sources_by_time ON feedback_sources USING btree (tenant_id, created_at, id);

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
  released_to text COLLATE "C",
  released_at bigint,
  PRIMARY KEY (id)
);

CREATE INDEX inbox_by_time ON inbox USING btree (captured_at, id);

CREATE TABLE members (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C",
  email text COLLATE "C" NOT NULL,
  folded text COLLATE "C" NOT NULL,
  name text COLLATE "C",
  role text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  issuer text COLLATE "C",
  subject text COLLATE "C",
  from_groups bigint NOT NULL,
  invitation_hash text COLLATE "C",
  invited_until bigint,
  created_at bigint NOT NULL,
  last_signed_in_at bigint,
  PRIMARY KEY (id)
);

CREATE UNIQUE INDEX members_by_address ON members USING btree (folded);

CREATE UNIQUE INDEX members_by_identity ON members USING btree (issuer, subject) WHERE (subject IS NOT NULL);

CREATE UNIQUE INDEX members_by_invitation ON members USING btree (invitation_hash) WHERE (invitation_hash IS NOT NULL);

CREATE INDEX members_by_tenant ON members USING btree (tenant_id, created_at, id);

CREATE TABLE operator_events (
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  once_key text COLLATE "C",
  data text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (id)
);

CREATE UNIQUE INDEX operator_events_by_key ON operator_events USING btree (once_key);

CREATE TABLE passkeys (
  id text COLLATE "C" NOT NULL,
  member_id text COLLATE "C" NOT NULL,
  public_key text COLLATE "C" NOT NULL,
  counter bigint NOT NULL,
  browser text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint,
  PRIMARY KEY (id)
);

CREATE INDEX passkeys_by_member ON passkeys USING btree (member_id);

CREATE TABLE queue (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  due_at bigint NOT NULL,
  lease_owner text COLLATE "C",
  refused_since bigint,
  scheduled_at bigint,
  PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0, autovacuum_analyze_scale_factor=0.05, autovacuum_analyze_threshold=1000);

CREATE INDEX queue_by_due ON queue USING btree (due_at, id);

CREATE INDEX queue_by_schedule ON queue USING btree (scheduled_at) WHERE (scheduled_at IS NOT NULL);

CREATE INDEX queue_by_tenant ON queue USING btree (tenant_id, due_at, id);

CREATE INDEX queue_by_tenant_schedule ON queue USING btree (tenant_id, scheduled_at) WHERE (scheduled_at IS NOT NULL);

CREATE TABLE rate_limits (
  key_id text COLLATE "C" NOT NULL,
  tokens double precision NOT NULL,
  refilled_at bigint NOT NULL,
  PRIMARY KEY (key_id)
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=500);

CREATE TABLE removed_tenants (
  link_mark text COLLATE "C" NOT NULL,
  removed_at bigint NOT NULL,
  PRIMARY KEY (link_mark)
);

CREATE TABLE reputation_hours (
  tenant_id text COLLATE "C" NOT NULL,
  domain text COLLATE "C" NOT NULL,
  starts_at bigint NOT NULL,
  sent bigint NOT NULL,
  bounced bigint NOT NULL,
  complained bigint NOT NULL,
  PRIMARY KEY (tenant_id, domain, starts_at)
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=500);

CREATE INDEX reputation_hours_by_start ON reputation_hours USING btree (starts_at);

CREATE TABLE search_queue (
  email_id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (email_id)
) WITH (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0, autovacuum_analyze_scale_factor=0.05, autovacuum_analyze_threshold=1000);

CREATE TABLE sequences (
  name text COLLATE "C" NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (name)
);

CREATE TABLE sessions (
  hash text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  key_id text COLLATE "C",
  tenant_id text COLLATE "C",
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  id text COLLATE "C",
  member_id text COLLATE "C",
  seen_at bigint,
  address text COLLATE "C",
  browser text COLLATE "C",
  PRIMARY KEY (hash)
);

CREATE INDEX sessions_by_end ON sessions USING btree (expires_at);

CREATE INDEX sessions_by_key ON sessions USING btree (key_id, created_at) WHERE (key_id IS NOT NULL);

CREATE INDEX sessions_by_member ON sessions USING btree (member_id, created_at) WHERE (member_id IS NOT NULL);

CREATE INDEX sessions_by_tenant ON sessions USING btree (tenant_id) WHERE (tenant_id IS NOT NULL);

CREATE TABLE smtp_configs (
  tenant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  provider text COLLATE "C" NOT NULL,
  host text COLLATE "C" NOT NULL,
  port bigint NOT NULL,
  username text COLLATE "C" NOT NULL,
  password text COLLATE "C" NOT NULL,
  tls_required bigint NOT NULL,
  from_email text COLLATE "C",
  from_name text COLLATE "C",
  verified bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  ehlo_name text COLLATE "C",
  oauth2 text COLLATE "C",
  PRIMARY KEY (tenant_id)
);

CREATE TABLE sql_sends (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  octets bigint NOT NULL,
  idempotency_key text COLLATE "C",
  result text COLLATE "C",
  created_at bigint NOT NULL,
  due_at bigint,
  decided_at bigint,
  request text COLLATE "C",
  PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0, autovacuum_analyze_scale_factor=0.05, autovacuum_analyze_threshold=1000);

CREATE INDEX sql_sends_by_decision ON sql_sends USING btree (decided_at) WHERE (decided_at IS NOT NULL);

CREATE INDEX sql_sends_by_due ON sql_sends USING btree (tenant_id, due_at, id) WHERE (due_at IS NOT NULL);

CREATE TABLE subscription_queue (
  subscription_id text COLLATE "C" NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  leased_until bigint NOT NULL,
  lease_owner text COLLATE "C",
  PRIMARY KEY (subscription_id, event_id)
) WITH (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0, autovacuum_analyze_scale_factor=0.05, autovacuum_analyze_threshold=1000);

CREATE TABLE subscriptions (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  types text COLLATE "C" NOT NULL,
  expires_at bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (id)
);

CREATE INDEX subscriptions_by_expiry ON subscriptions USING btree (expires_at) WHERE (expires_at IS NOT NULL);

CREATE UNIQUE INDEX subscriptions_by_name ON subscriptions USING btree (tenant_id, name);

CREATE TABLE suppression_incidents (
  id text COLLATE "C" NOT NULL,
  route text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C",
  wording text COLLATE "C" NOT NULL,
  since bigint NOT NULL,
  engaged_at bigint NOT NULL,
  ends_at bigint NOT NULL,
  suppressed bigint NOT NULL,
  undone bigint NOT NULL,
  undone_at bigint,
  PRIMARY KEY (id)
);

CREATE INDEX suppression_incidents_by_end ON suppression_incidents USING btree (ends_at);

CREATE TABLE suppressions (
  tenant_id text COLLATE "C" NOT NULL,
  folded text COLLATE "C" NOT NULL,
  email_address text COLLATE "C" NOT NULL,
  reason text COLLATE "C" NOT NULL,
  added_at bigint NOT NULL,
  cause text COLLATE "C",
  topic text COLLATE "C" NOT NULL DEFAULT ''::text,
  PRIMARY KEY (tenant_id, folded, topic)
);

CREATE INDEX suppressions_beyond_ascii ON suppressions USING btree (tenant_id, folded, topic) WHERE (octet_length(folded) > length(folded));

CREATE INDEX suppressions_by_cause ON suppressions USING btree (cause, added_at) WHERE (cause IS NOT NULL);

CREATE INDEX suppressions_by_reason ON suppressions USING btree (tenant_id, substr(reason, 1, 40), added_at, folded);

CREATE INDEX suppressions_by_time ON suppressions USING btree (tenant_id, added_at, folded);

CREATE INDEX suppressions_by_topic ON suppressions USING btree (tenant_id, topic, added_at, folded) WHERE (topic <> ''::text);

CREATE TABLE telemark_migrations (
  id bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  applied_at bigint NOT NULL,
  PRIMARY KEY (id)
);

CREATE TABLE template_versions (
  tenant_id text COLLATE "C" NOT NULL,
  template_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  subject_template text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  variables text COLLATE "C" NOT NULL,
  uses text COLLATE "C" NOT NULL,
  mjml_source text COLLATE "C",
  design_json text COLLATE "C",
  html text COLLATE "C" NOT NULL,
  text_body text COLLATE "C",
  locales text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, template_id, version)
);

CREATE TABLE templates (
  tenant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  subject_template text COLLATE "C" NOT NULL,
  active bigint NOT NULL,
  version bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

CREATE INDEX templates_by_time ON templates USING btree (tenant_id, created_at, id);

CREATE TABLE tenants (
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  default_from text COLLATE "C",
  monthly_limit bigint,
  created_at bigint NOT NULL,
  removed_at bigint,
  track_opens bigint NOT NULL DEFAULT 0,
  track_clicks bigint NOT NULL DEFAULT 0,
  paused_at bigint,
  paused_reason text COLLATE "C",
  paused_note text COLLATE "C",
  resumed_at bigint,
  stopped_link_mark text COLLATE "C",
  missing text COLLATE "C" NOT NULL DEFAULT 'warn'::text,
  erasure_key text COLLATE "C",
  store text COLLATE "C" NOT NULL DEFAULT 'always'::text,
  PRIMARY KEY (id),
  UNIQUE (name)
);

CREATE INDEX tenants_by_stopped_links ON tenants USING btree (stopped_link_mark) WHERE (stopped_link_mark IS NOT NULL);

CREATE INDEX tenants_paused ON tenants USING btree (id) WHERE (paused_at IS NOT NULL);

CREATE TABLE topics (
  tenant_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  description text COLLATE "C",
  translations text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

CREATE TABLE traces (
  email_id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  traceparent text COLLATE "C" NOT NULL,
  PRIMARY KEY (email_id)
);

CREATE TABLE usage (
  tenant_id text COLLATE "C" NOT NULL,
  month text COLLATE "C" NOT NULL,
  sent bigint NOT NULL,
  PRIMARY KEY (tenant_id, month)
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=500);

CREATE TABLE webhook_attempts (
  id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  endpoint_id bigint NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  attempt bigint NOT NULL,
  status_code bigint,
  duration_ms bigint NOT NULL,
  response text COLLATE "C",
  error text COLLATE "C",
  next_attempt_at bigint,
  created_at bigint NOT NULL,
  PRIMARY KEY (id)
);

CREATE INDEX webhook_attempts_by_endpoint ON webhook_attempts USING btree (endpoint_id, created_at, id);

CREATE TABLE webhook_endpoints (
  id bigint NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  url text COLLATE "C" NOT NULL,
  events text COLLATE "C" NOT NULL,
  active bigint NOT NULL,
  secret text COLLATE "C" NOT NULL,
  former_secret text COLLATE "C",
  former_secret_until bigint,
  failing_since bigint,
  disabled_reason text COLLATE "C",
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  format text COLLATE "C",
  PRIMARY KEY (id)
);

CREATE INDEX webhook_endpoints_by_time ON webhook_endpoints USING btree (tenant_id, created_at, id);

CREATE TABLE webhook_queue (
  endpoint_id bigint NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  attempts bigint NOT NULL,
  due_at bigint NOT NULL,
  lease_owner text COLLATE "C",
  PRIMARY KEY (event_id, endpoint_id)
) WITH (autovacuum_vacuum_scale_factor=0.01, autovacuum_vacuum_threshold=1000, autovacuum_vacuum_cost_delay=0, autovacuum_analyze_scale_factor=0.05, autovacuum_analyze_threshold=1000);

CREATE INDEX webhook_queue_by_due ON webhook_queue USING btree (endpoint_id, due_at, event_id);
