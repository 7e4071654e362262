export { addressKey } from "./addressKey.js"
export { blockedBy, isSuppressed, type SuppressionSubject } from "./isSuppressed.js"
export { type BrakeLimits, brakeLimits } from "./brakeLimits.js"
export { type SuppressionRecord } from "./Suppression.js"
export {
  type Answered,
  type BrakeDecision,
  type DeadAddressAnswer,
  SuppressionBrake
} from "./SuppressionBrake.js"
export {
  incidentMillis,
  type SuppressionIncident,
  type SuppressionIncidentRecord,
  suppressionCause
} from "./SuppressionIncident.js"
export { SuppressionIncidentStore } from "./SuppressionIncidentStore.js"
export { Suppressions, type SuppressionsService } from "./Suppressions.js"
export {
  type SuppressionFilter,
  type SuppressionPage,
  type SuppressionPosition,
  SuppressionStore
} from "./SuppressionStore.js"
export {
  listIncidents,
  type SuppressionIncidentView,
  type UndoneIncident,
  undoIncident
} from "./undoIncident.js"
