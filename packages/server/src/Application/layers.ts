import {
  Delivery,
  type Inbox,
  layerServices,
  type Services,
  type StoragePorts,
  type Transport
} from "@telemark/core"
import { layerKeyHasher } from "@telemark/http"
import { type InvalidSmtpUrl, layerCapture, layerSmtp } from "@telemark/smtp"
import { layerTemplates } from "@telemark/templates"
import { Layer } from "effect"
import { InvalidSettings, type Settings, type TransportSettings } from "../Settings/index.js"
import { layerStorage, type StorageNotUsable, type StorageOptions } from "../Storage/index.js"

/** The services over the database, and the database itself. */
export const layerOperations = (
  settings: Settings,
  options?: StorageOptions
): Layer.Layer<Services | StoragePorts, StorageNotUsable> =>
  layerServices(settings).pipe(
    Layer.provide([layerKeyHasher, layerTemplates()]),
    Layer.provideMerge(layerStorage(settings.database, options))
  )

const wrongUrl = ({ reason }: InvalidSmtpUrl) =>
  new InvalidSettings({ problems: [{ name: "TELEMARK_SMTP_URL", problem: reason }] })

const layerTransport = (transport: TransportSettings): Layer.Layer<Transport, InvalidSettings, Inbox> =>
  transport._tag === "Capture" ? layerCapture : Layer.catchAll(layerSmtp(transport), (error) => Layer.fail(wrongUrl(error)))

/** Everything that serving and delivering need. */
export const layerApplication = (
  settings: Settings
): Layer.Layer<Services | StoragePorts | Delivery, StorageNotUsable | InvalidSettings> =>
  Delivery.layer(settings.retry).pipe(
    Layer.provide(layerTransport(settings.transport)),
    Layer.provideMerge(layerOperations(settings))
  )
