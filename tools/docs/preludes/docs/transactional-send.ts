import type { Tenant } from "@telemark/core"
import type { NodePgDatabase } from "drizzle-orm/node-postgres"
import { integer, pgTable } from "drizzle-orm/pg-core"
import type { Kysely } from "kysely"
import type { Pool } from "pg"
import type { Telemark } from "telemark"
import type { PrismaTransaction } from "telemark/transactions"

interface PrismaOrders extends PrismaTransaction {
  readonly orders: {
    readonly create: (row: { readonly data: { readonly id: number } }) => Promise<unknown>
  }
}

export declare const pool: Pool
export const orders = pgTable("orders", { id: integer("id").primaryKey() })
/** One name for two libraries, as the page shows them one after the other. */
export declare const db: NodePgDatabase & Kysely<{ readonly orders: { readonly id: number } }>
export declare const prismaClient: {
  readonly $transaction: <A>(work: (tx: PrismaOrders) => Promise<A>) => Promise<A>
}
export declare const request: Parameters<Telemark["emails"]["send"]>[0]
export declare const tenant: Tenant
