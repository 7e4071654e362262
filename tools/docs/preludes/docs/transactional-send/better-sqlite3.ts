import type { Database } from "better-sqlite3"

export declare const db: Database
