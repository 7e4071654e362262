/** The location of a secret. A secret sealed for one location can't be opened at another. */
export interface SecretReference {
  readonly table: "smtp_configs" | "dkim_keys" | "webhook_endpoints" | "feedback_sources"
  /** Empty for secrets of the operator. */
  readonly tenant_id: string
  /** Identifies the row within the tenant; empty if there is only one. */
  readonly row: string
  readonly column: string
}

/** The bytes to authenticate; they aren't stored. JSON separates the members unambiguously. */
export const referenceBytes = ({
  column,
  row,
  table,
  tenant_id
}: SecretReference): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify([table, tenant_id, row, column]))
