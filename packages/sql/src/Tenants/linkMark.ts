import { hash } from "node:crypto"

/** What links have of their tenant's id. */
export const linkMark = (tenantId: string): string => hash("sha256", tenantId, "hex").slice(0, 12)
