import type { Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

export declare const myClient: Layer.Layer<SqlClient>
