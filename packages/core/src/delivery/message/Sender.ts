/** A sender as a mail server may distinguish it: a tenant with one of its sender domains. */
export interface Sender {
  readonly tenant_id: string
  /** In A-labels; empty: all of the tenant's domains. */
  readonly domain: string
}

/** A unique text for each sender. Neither part can contain a blank. */
export const senderKey = ({ domain, tenant_id }: Sender): string => `${tenant_id} ${domain}`
