export { AddSuppression, type Suppression, type SuppressionCheck, type SuppressionRecord } from "./Suppression.js"
export { Suppressions, type SuppressionsService } from "./Suppressions.js"
export { SuppressionStore } from "./SuppressionStore.js"
