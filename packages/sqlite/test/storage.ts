import { layerStorage as layerSql } from "@telemark/core"
import { Layer } from "effect"
import { layerClient, type SqliteOptions } from "../src/sqliteLayer.js"

/** The ports together with the client that they use. */
export const storage = (options: SqliteOptions) =>
  Layer.provideMerge(layerSql, layerClient(options))
