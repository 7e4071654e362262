export { hintFor } from "./hint.js"
export { fieldsFor, type SmtpProvider, smtpProviders } from "./providers.js"
export { providerMessageId } from "./providerMessageId.js"
export { rewrittenBy } from "./rewritten.js"
