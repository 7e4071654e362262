import { Effect, Layer } from "effect"
import { readSettings, type Settings } from "../settings/Settings.js"
import { settingLike, unknownSettings } from "../settings/settingList.js"
import { layerExporting, layerLogging } from "../telemetry.js"
import { version } from "./commandLine.js"

/** Runs an effect with the settings, their logging and telemetry. */
export const withSettings = <A, E, R>(use: (settings: Settings) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(readSettings, (settings) =>
    Effect.provide(
      use(settings),
      Layer.provideMerge(layerExporting(settings.otlpEndpoint, version), layerLogging(settings))
    )
  )

/** Probably misspelled, so that the setting has its default. */
const warnOfUnknown = Effect.suspend(() => {
  const names = unknownSettings(Object.keys(process.env))
  return names.length === 0
    ? Effect.void
    : Effect.logWarning(
        "these variables are not settings of this version and have no effect; check their spelling",
        { names, meant: names.map((name) => settingLike(name) ?? null) }
      )
})

/** For commands that run until they are stopped. */
export const withServerSettings = <A, E, R>(use: (settings: Settings) => Effect.Effect<A, E, R>) =>
  withSettings((settings) => Effect.andThen(warnOfUnknown, use(settings)))
