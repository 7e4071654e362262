import { isJsonObject } from "../Json/index.js"
import { base64Of } from "./base64.js"

const encodeFile = (file: unknown): unknown =>
  isJsonObject(file) && ArrayBuffer.isView(file["content"])
    ? { ...file, content: base64Of(file["content"]) }
    : file

/**
 * Encodes attachments given as bytes to base64, which JSON would turn into objects. Malformed
 * requests are left for the service to refuse.
 */
export const encodeSend = (request: unknown): unknown =>
  isJsonObject(request) && Array.isArray(request["attachments"])
    ? { ...request, attachments: request["attachments"].map(encodeFile) }
    : request

export const encodeBatch = (requests: unknown): unknown => ({
  emails: Array.isArray(requests) ? requests.map(encodeSend) : requests
})
