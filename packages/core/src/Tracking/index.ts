export { Tracking, type TrackingOptions, type TrackingService } from "./Tracking.js"
