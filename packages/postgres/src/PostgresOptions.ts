import type { NamesOptions } from "@telemark/core"
import type { Duration, Redacted } from "effect"
import type { Pool } from "pg"
import type { ConnectionOptions } from "node:tls"

/** What is left out comes from libpq's variables, such as PGHOST. */
export interface ServerAddress {
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly database?: string | undefined
  readonly user?: string | undefined
  readonly password?: string | Redacted.Redacted | undefined
  readonly ssl?: boolean | ConnectionOptions | undefined
}

interface CommonOptions extends NamesOptions {
  /**
   * Whether to create the schema and migrate the tables when opening; true by default. If false,
   * opening fails if they are out of date.
   */
  readonly migrate?: boolean | undefined
  /**
   * How long a call waits for a connection before it fails as unavailable; 5 seconds by default.
   */
  readonly connectTimeout?: Duration.Input | undefined
  /** How long a statement may run; 10 seconds by default. */
  readonly statementTimeout?: Duration.Input | undefined
  /** How long a statement waits for another one's lock; 5 seconds by default. */
  readonly lockTimeout?: Duration.Input | undefined
  /**
   * How long opening tries again while nothing answers or the server is starting; 10 seconds by
   * default.
   */
  readonly startTimeout?: Duration.Input | undefined
  /**
   * Whether statements are prepared by name; true by default, unless the URL has `pgbouncer=true`.
   * `false` is for a pooler in transaction mode, such as PgBouncer: nothing is expected of sessions
   * then, and processes look for mail once a second unless there is a `directUrl`.
   */
  readonly prepare?: boolean | undefined
  /**
   * The URL of the same database without a pooler in between: for migrations and for the connection
   * that listens for mail.
   */
  readonly directUrl?: string | Redacted.Redacted | undefined
}

interface PoolSize {
  /** Connections of this process, besides one that listens for mail; 10 by default. */
  readonly maxConnections?: number | undefined
}

/** Options of `postgres()`. */
export type PostgresOptions = CommonOptions &
  (
    | ({
        readonly url: string | Redacted.Redacted
        readonly ssl?: ServerAddress["ssl"]
        readonly pool?: never
      } & PoolSize)
    | (ServerAddress & { readonly url?: never; readonly pool?: never } & PoolSize)
    /** The host application's own pool, which stays open, with its sessions' settings. */
    | { readonly pool: Pool; readonly url?: never; readonly maxConnections?: never }
  )
