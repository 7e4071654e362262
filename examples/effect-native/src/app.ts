import type { Inbox, Transport } from "@telemark/core"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { Layer } from "effect"
import { Bookings } from "./Bookings.js"
import { Mail } from "./Mail.js"
import { telemarkLive } from "./telemark.js"

/** The application on one SQLite file, which it shares with Telemark. */
export const appLive = <E>(filename: string, transport: Layer.Layer<Transport, E, Inbox>) =>
  Bookings.Default.pipe(
    Layer.provideMerge(Mail.Default),
    Layer.provideMerge(telemarkLive(transport)),
    Layer.provideMerge(SqliteClient.layer({ filename }))
  )
