INSERT INTO telemark_migrations (id, name, applied_at)
VALUES (1, 'initial', 1800000000000), (2, 'email_counts', 1800000000000), (3, 'templates', 1800000000000);

INSERT INTO tenants (id, name, default_from, monthly_limit, created_at) VALUES ('tn_a', 'acme', NULL, 100, 1800000000000);

INSERT INTO bodies (id, tenant_id, html, text, headers, created_at)
VALUES ('body_1', 'tn_a', '<p>Hello</p>', NULL, '[["X-Order","1"]]', 1800000000000);

INSERT INTO emails (id, tenant_id, body_id, recipient_email, sender_email, sender_name, template_id, template_version, subject, metadata, status,
  attempts, smtp_provider, smtp_response, next_attempt_at, sent_at, created_at, updated_at)
VALUES
  ('em_1', 'tn_a', 'body_1', 'ada@example.com', 'shop@example.com', 'Shop', NULL, NULL, 'Hello', '{"order":7}', 'sent',
    1, 'smtp', '250 taken', NULL, 1800000000001, 1800000000000, 1800000000001),
  ('em_2', 'tn_a', 'body_1', 'bob@example.com', 'shop@example.com', 'Shop', NULL, NULL, 'Hello', '{"order":7}', 'queued',
    0, '', NULL, 1800000000000, NULL, 1800000000000, 1800000000000);

INSERT INTO queue (id, tenant_id, due_at) VALUES ('em_2', 'tn_a', 1800000000000);

INSERT INTO idempotency (tenant_id, key, body_digest, result, created_at)
VALUES ('tn_a', 'order-7', 'digest', '{"queued":[],"suppressed":[],"idempotent_replay":false}', 1800000000000);

INSERT INTO usage (tenant_id, month, sent) VALUES ('tn_a', '2027-01', 2);

INSERT INTO email_counts (tenant_id, period, starts_at, queued, sending, sent, failed, bounced, complained, delivered, deferred)
VALUES
  ('tn_a', 'hour', 1800000000000, 1, 0, 1, 0, 0, 0, 0, 0),
  ('tn_a', 'day', 1799971200000, 1, 0, 1, 0, 0, 0, 0, 0);

INSERT INTO templates (tenant_id, id, name, subject_template, active, version, created_at, updated_at)
VALUES ('tn_a', 'receipt', 'Receipt', 'Your order', 1, 1, 1800000000000, 1800000000000);

INSERT INTO template_versions (tenant_id, template_id, version, name, subject_template, created_at, variables, uses, html, locales)
VALUES ('tn_a', 'receipt', 1, 'Receipt', 'Your order', 1800000000000, '{}', '{"subject":{},"html":{},"text":{}}', '<p>Thank you</p>', '{}');

INSERT INTO brands (tenant_id, settings, updated_at) VALUES ('tn_a', '{"name":"Acme"}', 1800000000000);
