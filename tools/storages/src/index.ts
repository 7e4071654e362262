/** What the tests of every storage package need: processes of their own, something to accept, and storage of earlier versions. */
export { aContent } from "./aContent.js"
export { aConfig, aDomain } from "./aDomain.js"
export { anEvent, aSubscription } from "./anEvent.js"
export { aSend } from "./aSend.js"
export { anEndpoint, aWebhookSettlement } from "./aWebhook.js"
export { startProcess } from "./startProcess.js"
export { earlierMigrations, earlierStorage, worksWithEarlierStorage } from "./earlierStorage.js"
