import {
  layerDatabaseQueue,
  layerExternalQueue,
  type MailQueue,
  type StoragePorts
} from "@telemark/core"
import { Effect, Layer } from "effect"
import { InvalidSettings, type Settings } from "../Settings/index.js"
import { mapError } from "../failing.js"

const wrongQueue = (problem: string) =>
  new InvalidSettings({ problems: [{ name: "TELEMARK_QUEUE_URL", problem }] })

/** Loaded on demand, because it costs memory and start-up time. */
export const loadBullmq = Effect.tryPromise({
  try: () => import("@telemark/bullmq"),
  catch: () => wrongQueue("needs @telemark/bullmq, which can't be loaded: install Telemark again")
})

/** The queue of the settings: Redis, or else the database. */
export const layerQueue = ({
  queueUrl: url
}: Settings): Layer.Layer<MailQueue, InvalidSettings, StoragePorts> =>
  url === undefined
    ? layerDatabaseQueue
    : Layer.provide(
        layerExternalQueue(),
        Layer.unwrap(
          Effect.map(loadBullmq, ({ layerBullmq }) =>
            mapError(layerBullmq({ url }), ({ reason }) => wrongQueue(reason))
          )
        )
      )
