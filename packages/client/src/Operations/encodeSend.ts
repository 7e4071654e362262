import { isJsonObject } from "../Json/index.js"
import { base64Of } from "./base64.js"

const encodeFile = (file: unknown): unknown =>
  isJsonObject(file) && ArrayBuffer.isView(file["content"]) ? { ...file, content: base64Of(file["content"]) } : file

/**
 * A send as it goes over the wire: files that were given as bytes are base64, since JSON would make objects of bytes. What isn't as
 * its type says, which JavaScript lets happen, is left as it is, for the service to refuse.
 */
export const encodeSend = (request: unknown): unknown =>
  isJsonObject(request) && Array.isArray(request["attachments"]) ? { ...request, attachments: request["attachments"].map(encodeFile) } : request

/** Several sends as they go over the wire. */
export const encodeBatch = (requests: unknown): unknown => ({ emails: Array.isArray(requests) ? requests.map(encodeSend) : requests })
