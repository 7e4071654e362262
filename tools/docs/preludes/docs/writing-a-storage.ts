import type { StorageError } from "@telemark/contract"
import type { Queue, StoragePorts } from "@telemark/core"
import type { Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

export declare const myClient: Layer.Layer<SqlClient>
export declare const openMyStorage: (filename: string) => Layer.Layer<StoragePorts, StorageError>
export declare const layerOfMyQueue: (options: { readonly keptFor: number }) => Layer.Layer<Queue>
