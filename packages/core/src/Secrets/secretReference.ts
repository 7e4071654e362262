/** Where a secret belongs. Sealed for one place, it opens in no other. */
export interface SecretReference {
  readonly table: "smtp_configs" | "dkim_keys" | "webhook_endpoints"
  readonly tenant_id: string
  /** Tells the rows of one tenant apart; empty where there is but one. */
  readonly row: string
  readonly column: string
}

/** The place as bytes that are authenticated and not stored. JSON keeps the members apart whatever they hold. */
export const referenceBytes = ({ column, row, table, tenant_id }: SecretReference): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify([table, tenant_id, row, column]))
