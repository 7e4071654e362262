export * from "./TrackingSettings.js"
