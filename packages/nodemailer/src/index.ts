/** A nodemailer transport that hands mail to Telemark, in process or over HTTP. */
export type { TelemarkSendError, TransportErrorCode } from "./sendError.js"
export type { MessageOptions } from "./sendRequest.js"
export {
  type Sender,
  type TelemarkInfo,
  telemarkTransport,
  type TransportOptions
} from "./telemarkTransport.js"
