/** The functions of better-auth's options that send mail, over Telemark. */
export { type AuthMail, type Content, type Kind, layout, type Layout } from "./layout.js"
export type { Asking, Send, Sender } from "./makeSend.js"
export {
  type AuthUser,
  type InvitationEmails,
  telemarkEmails,
  type TelemarkEmails,
  type TelemarkEmailsOptions
} from "./telemarkEmails.js"
export { de, en, type CodeUse, type Templates, type Words } from "./templates.js"
