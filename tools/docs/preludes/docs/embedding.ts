import type { Pool } from "pg"

export declare const orders: ReadonlyArray<{ readonly id: number; readonly email: string }>
export declare const report: { readonly id: string }
export declare const pool: Pool
