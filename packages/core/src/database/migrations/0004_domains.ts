import { createTable, type Migration } from "./Migration.js"

/** Sending domains with the keys that sign their messages, and tenants' own SMTP servers. */
export const domains: Migration = (dialect, { index, tables }) => [
  createTable(
    dialect,
    tables.domains,
    {
      tenant_id: "text NOT NULL",
      domain: "text NOT NULL",
      spf_verified: "integer NOT NULL",
      dkim_verified: "integer NOT NULL",
      dmarc_verified: "integer NOT NULL",
      spf_failing_since: "integer",
      dkim_failing_since: "integer",
      dmarc_failing_since: "integer",
      owned: "integer NOT NULL",
      verified_at: "integer",
      created_at: "integer NOT NULL",
      next_check_at: "integer NOT NULL",
      verification: "text"
    },
    { primaryKey: "tenant_id, domain" }
  ),
  // Whatever else goes wrong, no two tenants own a domain. Sends look up its owner here.
  `CREATE UNIQUE INDEX ${index("domains_owned")} ON ${tables.domains} (domain) WHERE owned = 1`,
  `CREATE INDEX ${index("domains_by_name")} ON ${tables.domains} (domain, tenant_id)`,
  `CREATE INDEX ${index("domains_by_check")} ON ${tables.domains} (next_check_at, tenant_id, domain)`,
  `CREATE INDEX ${index("domains_by_time")} ON ${tables.domains} (tenant_id, created_at, domain)`,

  // `place` is the order within the domain. Private keys are sealed.
  createTable(
    dialect,
    tables.dkim_keys,
    {
      tenant_id: "text NOT NULL",
      domain: "text NOT NULL",
      selector: "text NOT NULL",
      place: "integer NOT NULL",
      algorithm: "text NOT NULL",
      state: "text NOT NULL",
      created_at: "integer NOT NULL",
      ends_at: "integer",
      public_key: "text NOT NULL",
      private_key: "text NOT NULL"
    },
    { primaryKey: "tenant_id, domain, selector" }
  ),

  // The password is sealed.
  createTable(
    dialect,
    tables.smtp_configs,
    {
      tenant_id: "text PRIMARY KEY NOT NULL",
      id: "text NOT NULL",
      provider: "text NOT NULL",
      host: "text NOT NULL",
      port: "integer NOT NULL",
      username: "text NOT NULL",
      password: "text NOT NULL",
      tls_required: "integer NOT NULL",
      from_email: "text",
      from_name: "text",
      verified: "integer NOT NULL",
      created_at: "integer NOT NULL",
      updated_at: "integer NOT NULL"
    },
    { kind: "keyed" }
  )
]
