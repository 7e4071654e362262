import type { NamesOptions } from "@telemark/sql"
import type { Duration, Redacted } from "effect"
import type { Pool } from "pg"
import type { ConnectionOptions } from "node:tls"

/** Where the server is and who connects to it; what is left out comes from libpq's variables, such as PGHOST. */
export interface ServerAddress {
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly database?: string | undefined
  readonly user?: string | undefined
  readonly password?: string | Redacted.Redacted | undefined
  readonly ssl?: boolean | ConnectionOptions | undefined
}

interface CommonOptions extends NamesOptions {
  /** Whether to bring the tables up to date when opening, and to make their schema; true by default. If not, those out of date are refused. */
  readonly migrate?: boolean | undefined
  /** How long to wait for a connection before a call fails as unavailable; 5 seconds by default. */
  readonly connectTimeout?: Duration.DurationInput | undefined
  /** How long a statement may run; 10 seconds by default. */
  readonly statementTimeout?: Duration.DurationInput | undefined
  /** How long a statement waits for a lock of another one; 5 seconds by default. */
  readonly lockTimeout?: Duration.DurationInput | undefined
  /** How long opening keeps trying while nothing answers or the server is starting up; 10 seconds by default. */
  readonly startTimeout?: Duration.DurationInput | undefined
  /**
   * Whether statements are prepared by name, once for each connection; true by default. `false` is for PgBouncer
   * in transaction mode: then no setting of a session is made either.
   */
  readonly prepare?: boolean | undefined
}

interface PoolSize {
  /** The most connections that this process holds, besides one that listens for mail; 10 by default. */
  readonly maxConnections?: number | undefined
}

/** Which database, and how to use it. */
export type PostgresOptions =
  & CommonOptions
  & (
    | ({ readonly url: string | Redacted.Redacted; readonly ssl?: ServerAddress["ssl"]; readonly pool?: never } & PoolSize)
    | (ServerAddress & { readonly url?: never; readonly pool?: never } & PoolSize)
    /** The host application's own pool. It stays open, and its sessions stay as they are. */
    | { readonly pool: Pool; readonly url?: never; readonly maxConnections?: never }
  )
