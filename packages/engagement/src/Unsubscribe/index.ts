export { makeUnsubscribePages } from "./makeUnsubscribePages.js"
export { unsubscribeLinksOf } from "./unsubscribeLinks.js"
