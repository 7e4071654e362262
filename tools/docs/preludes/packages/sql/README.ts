import type { SqlClient } from "effect/sql/SqlClient"
import type { Layer } from "effect"

export declare const MyClient: Layer.Layer<SqlClient>
