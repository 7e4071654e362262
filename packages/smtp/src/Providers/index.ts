export { hintFor } from "./hint.js"
export { type SmtpProvider, smtpProviders } from "./providers.js"
export { providerMessageId } from "./providerMessageId.js"
export { fieldsFor, rewrittenBy } from "./providersOf.js"
