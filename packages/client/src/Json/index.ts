export { isJsonObject, type JsonObject } from "./jsonObject.js"
