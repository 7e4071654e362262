export { makeUnsubscribePages } from "./makeUnsubscribePages.js"
export { type UnsubscribeMailto, unsubscribeLinksOf } from "./unsubscribeLinks.js"
export { makeUnsubscribeMailto } from "./unsubscribeMailto.js"
