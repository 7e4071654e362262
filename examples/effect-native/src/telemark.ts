import type { Inbox, Transport } from "@telemark/core"
import { sqliteFrom } from "@telemark/sqlite"
import type { Layer } from "effect"
import { Telemark } from "telemark"

/**
 * Telemark on the application's own database: this is what makes a send part of
 * `sql.withTransaction`. Its worker delivers in this process, for as long as the layer lives.
 */
export const telemarkLive = <E>(transport: Layer.Layer<Transport, E, Inbox>) =>
  Telemark.layer({
    storage: sqliteFrom({ tablePrefix: "tm_" }),
    transport,
    from: "Fjord <tours@fjord.example>",
    worker: {}
  })
