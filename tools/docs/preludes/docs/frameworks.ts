// The reader has a database, and the adapter of Auth.js for it.
import type { Adapter } from "@auth/core/adapters"

export declare const adapter: Adapter
