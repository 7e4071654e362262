import type { Inbox, Transport } from "@telemark/core"
import { sqliteClient } from "@telemark/sqlite"
import { Layer } from "effect"
import { Bookings } from "./Bookings.js"
import { Mail } from "./Mail.js"
import { telemarkLive } from "./telemark.js"

/** The application on one SQLite file, which it shares with Telemark. */
export const appLive = <E>(filename: string, transport: Layer.Layer<Transport, E, Inbox>) =>
  Bookings.layer.pipe(
    Layer.provideMerge(Mail.layer),
    Layer.provideMerge(telemarkLive(transport)),
    Layer.provideMerge(sqliteClient({ filename }))
  )
