/** What came in as JSON, before anything is known of it. */
export { isJsonObject, type JsonObject } from "./jsonObject.js"
