import { Effect } from "effect"
import { Database } from "../../database/Database.js"
import { given } from "../../database/given.js"
import { defineTable, type Row } from "../../database/table.js"
import type { TemplateKey, TemplateRecord, TemplateVersion } from "./Template.js"

const templateTable = defineTable<TemplateRecord>()({
  tenant_id: "plain",
  id: "plain",
  name: "plain",
  subject_template: "plain",
  active: "flag",
  version: "plain",
  created_at: "plain",
  updated_at: "plain"
})

const versionTable = defineTable<TemplateVersion>()({
  tenant_id: "plain",
  template_id: "plain",
  version: "plain",
  name: "plain",
  subject_template: "plain",
  mjml_source: "plain",
  design_json: "json",
  html: "plain",
  text_body: "plain",
  variables: "json",
  uses: "json",
  locales: "json",
  created_at: "plain"
})

const listed = versionTable.pick("version", "name", "subject_template", "created_at")

type TemplateRow = Row<typeof templateTable>

/** Statements about templates and their versions. Those that lock belong into a transaction. */
export const templateQueries = Effect.map(Database, (database) => {
  const { dialect, sql, tables } = database
  const keys = given(database, { tenant_id: "text", id: "text" })
  const columns = sql.literal(templateTable.columns)
  const forUpdate = sql.literal(dialect.forUpdate)
  const isOne = ({ id, tenant_id }: TemplateKey) => sql`tenant_id = ${tenant_id} AND id = ${id}`
  const first = ([row]: ReadonlyArray<TemplateRow>): TemplateRecord | undefined =>
    row && templateTable.decode(row)

  return {
    /** Those of these that exist, in any order. No key stands twice. */
    findAll: (wanted: ReadonlyArray<TemplateKey>) =>
      Effect.map(
        sql<TemplateRow>`SELECT ${columns} FROM ${tables.templates}
          WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM ${keys(wanted)} AS given)`,
        (rows) => rows.map(templateTable.decode)
      ),

    find: (key: TemplateKey) =>
      Effect.map(
        sql<TemplateRow>`SELECT ${columns} FROM ${tables.templates} WHERE ${isOne(key)}`,
        first
      ),

    findLocked: (key: TemplateKey) =>
      Effect.map(
        sql<TemplateRow>`SELECT ${columns} FROM ${tables.templates} WHERE ${isOne(key)} ${forUpdate}`,
        first
      ),

    /** All of a tenant, including deactivated ones; newest first, ties by id, descending. */
    list: (tenantId: string) =>
      Effect.map(
        sql<TemplateRow>`SELECT ${columns} FROM ${tables.templates} WHERE tenant_id = ${tenantId} ORDER BY created_at DESC, id DESC`,
        (rows) => rows.map(templateTable.decode)
      ),

    /**
     * Inserts a template, or reactivates a deactivated one with its next version. Undefined, without
     * a write, if an active one exists.
     */
    activate: (template: TemplateRecord) =>
      Effect.map(
        sql<TemplateRow>`INSERT INTO ${tables.templates} ${sql.insert(templateTable.encode(template))}
          ON CONFLICT (tenant_id, id) DO UPDATE
          SET name = excluded.name, subject_template = excluded.subject_template, active = 1,
            version = templates.version + 1, updated_at = excluded.updated_at
          WHERE templates.active = 0
          RETURNING ${columns}`,
        first
      ),

    /** Makes a version the current one. */
    setVersion: ({
      created_at,
      name,
      subject_template,
      template_id: id,
      tenant_id,
      version
    }: TemplateVersion) =>
      sql`UPDATE ${tables.templates} SET ${sql.update({ name, subject_template, version, updated_at: created_at })}
        WHERE ${isOne({ tenant_id, id })}`,

    /** Deactivates it if it is active. False if none has that id. */
    deactivate: (key: TemplateKey, now: number) =>
      Effect.map(
        sql`UPDATE ${tables.templates} SET active = 0, updated_at = CASE WHEN active = 1 THEN ${now} ELSE updated_at END
          WHERE ${isOne(key)} RETURNING id`,
        (rows) => rows.length > 0
      ),

    insertVersion: (version: TemplateVersion) =>
      sql`INSERT INTO ${tables.template_versions} ${sql.insert(versionTable.encode(version))}`,

    findVersion: ({ id, tenant_id }: TemplateKey, version: number) =>
      Effect.map(
        sql<
          Row<typeof versionTable>
        >`SELECT ${sql.literal(versionTable.columns)} FROM ${tables.template_versions}
          WHERE tenant_id = ${tenant_id} AND template_id = ${id} AND version = ${version}`,
        ([row]): TemplateVersion | undefined => row && versionTable.decode(row)
      ),

    /** Newest first. Empty if there is no such template. */
    listVersions: ({ id, tenant_id }: TemplateKey) =>
      Effect.map(
        sql<
          Row<typeof listed>
        >`SELECT ${sql.literal(listed.columns)} FROM ${tables.template_versions}
          WHERE tenant_id = ${tenant_id} AND template_id = ${id} ORDER BY version DESC`,
        (rows) => rows.map(listed.decode)
      )
  }
})
