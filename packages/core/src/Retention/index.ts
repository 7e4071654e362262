export { defaultRetentionPolicy, type RetentionPolicy } from "./RetentionPolicy.js"
export { type Remove, RetentionStore } from "./RetentionStore.js"
