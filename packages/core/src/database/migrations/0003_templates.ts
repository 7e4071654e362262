import { createTable, type Migration } from "./Migration.js"

/** Templates with all their versions, brands, and which version a message was rendered from. */
export const templates: Migration = (dialect, { index, tables }) => [
  // Name, subject and version are those of the current version, so that neither lists nor sends
  // read others.
  createTable(
    dialect,
    tables.templates,
    {
      tenant_id: "text NOT NULL",
      id: "text NOT NULL",
      name: "text NOT NULL",
      subject_template: "text NOT NULL",
      active: "integer NOT NULL",
      version: "integer NOT NULL",
      created_at: "integer NOT NULL",
      updated_at: "integer NOT NULL"
    },
    { primaryKey: "tenant_id, id", kind: "keyed" }
  ),
  `CREATE INDEX ${index("templates_by_time")} ON ${tables.templates} (tenant_id, created_at, id)`,

  // What lists show comes first: SQLite reads all pages of a large row up to the last column that
  // is asked for.
  createTable(
    dialect,
    tables.template_versions,
    {
      tenant_id: "text NOT NULL",
      template_id: "text NOT NULL",
      version: "integer NOT NULL",
      name: "text NOT NULL",
      subject_template: "text NOT NULL",
      created_at: "integer NOT NULL",
      variables: "text NOT NULL",
      uses: "text NOT NULL",
      mjml_source: "text",
      design_json: "text",
      html: "text NOT NULL",
      text_body: "text",
      locales: "text NOT NULL"
    },
    { primaryKey: "tenant_id, template_id, version" }
  ),

  createTable(
    dialect,
    tables.brands,
    {
      tenant_id: "text PRIMARY KEY NOT NULL",
      settings: "text NOT NULL",
      updated_at: "integer NOT NULL"
    },
    { kind: "keyed" }
  ),

  // Last, since nothing else can use the log from here to the end of the transaction.
  `ALTER TABLE ${tables.emails} ADD COLUMN template_version ${dialect.columnTypes.integer}`
]
