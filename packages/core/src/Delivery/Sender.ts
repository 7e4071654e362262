/** Whom a mail server tells apart among those who share a route: a tenant with one of the domains that it sends from. */
export interface Sender {
  readonly tenant_id: string
  /** In A-labels; empty where all of the tenant's are meant. */
  readonly domain: string
}

/** One text for each sender. Neither part can hold a blank. */
export const senderKey = ({ domain, tenant_id }: Sender): string => `${tenant_id} ${domain}`
