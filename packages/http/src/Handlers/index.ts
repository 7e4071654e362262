export { layerAnalytics } from "./analytics.js"
export { layerApiKeys } from "./apiKeys.js"
export { layerEmails } from "./emails.js"
export { layerSuppressions } from "./suppressions.js"
