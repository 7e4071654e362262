import type { FoundReport } from "@telemark/core"
import { valueOf } from "./fieldBlocks.js"
import { type MimeMessage, parseMime } from "./parseMime.js"

const daemons =
  /^(?:(?:mailer-?daemon|mail-?daemon|mdaemon|post_?master|mail-delivery|bounces?|mail-?system|dsn)(?:[+-].{0,64})?@|(?:mailer-daemon|postmaster)$)/
const daemonNames =
  /\b(?:mail delivery (?:system|subsystem|service)|mailer[- ]daemon|postmaster|mail administrator|mail system|microsoft outlook)\b/

/** What mail systems write first. */
const introductions: ReadonlyArray<RegExp> = [
  /\bthis is (?:the|a) (?:qmail-send program|mail system at host|mail delivery (?:system|program)|mailer|delivery agent)\b/,
  /\bthis message was created automatically by (?:the )?mail delivery (?:software|system)\b/,
  /\b(?:e-?mail|message|mail)\b.{0,80}\b(?:could not|couldn't|cannot|can't|was not|has not|did not) (?:yet )?(?:been? )?(?:deliver|reach|sent)/,
  /\bwas(?: not|n't) able to deliver\b/,
  /\bi'm (?:sorry|afraid)(?: to have to inform you)? .{0,60}\b(?:your message|i wasn't able)\b/,
  /\bdelivery (?:to the following|has failed to these|of your message)\b/,
  /\b(?:undeliverable|undelivered) (?:message|mail)\b/,
  /\bthe original message was received at\b/
]

const anyOf = (...alternatives: ReadonlyArray<string>): RegExp =>
  new RegExp(alternatives.join("|"), "i")

const subjects = anyOf(
  "\\b(?:undeliver(?:able|ed)|non-?deliver(?:y|able)|returned (?:mail|message)|failure notice|(?:mail|message) (?:delivery|could not)|user unknown)",
  "\\bdelivery (?:status|failure|failed|report|delayed|problem|error|notification|incomplete)",
  "\\b(?:could not (?:be )?(?:deliver|send)|couldn't be delivered|not delivered|warning: (?:message|could not send)|bounced?|rejected)",
  "\\b(?:delayed|failed) mail|mail system error",
  "unzustellbar|nicht zugestellt|zustellung|onbestelbaar|niet bezorgd|kan ej levereras|ikke leveres|nie dostarczono|niedostarczon|zwrot",
  "non remis|non distribu|[ée]chec|non recapit|mancat[ao] (?:consegna|recapito)|no se (?:puede|pudo) entregar|no entrega[db]",
  "devuelto|não (?:foi )?entregue|falha na entrega|não é possível|teslim edilemedi|iletilemedi|недостав|не доставлен|ошибка доставки",
  "無法傳遞|无法投递|退信|未送达|配信不能|配信できません|送信できません|エラーメール|배달되지|반송"
)

const delaySubjects = anyOf(
  "\\b(?:delayed|delay|warning: (?:could not send|message)|not yet (?:been )?delivered|still being (?:retried|delivered))\\b",
  "verzögert|retard|demorad|atrasad|задерж"
)
const delayWords = anyOf(
  "\\b(?:has not yet been delivered|will (?:continue to be|be) retried|will keep trying|delivery attempts will continue|still in the queue)\\b",
  "\\b(?:warning message only|do not need to (?:resend|send it again)|no action is required on your part)\\b"
)

const vacations = anyOf(
  "^(?:(?:re|aw|sv|antw): ?)?(?:auto(?:matic|mated)?[- :]?(?:reply|response|re)?:|auto(?:matic|mated)?[- ](?:reply|response)\\b)",
  "^(?:out of (?:the )?office|vacation\\b|on (?:vacation|leave)|away from|abwesen(?:heit|d)|afwezig|autosvar)",
  "^(?:réponse automatique|absence du bureau|risposta automatica|fuori sede|respuesta automática|fuera de la oficina|resposta automática)",
  "^(?:automatische antwort|automatisch antwoord|automaattinen vastaus|odpowiedź automatyczna|автоответ|автоматический ответ|自动回复|自動回覆|自動返信|자동 회신)"
)

/** Whatever their value. */
const responders = [
  "x-autoreply",
  "x-autorespond",
  "x-autoreply-from",
  "x-auto-reply",
  "x-mail-autoreply",
  "x-vacation"
]

const nullPaths: ReadonlySet<string> = new Set(["<>", "", "<mailer-daemon>"])

export interface BounceEvidence {
  readonly isBounce: boolean
  /** The server keeps trying. */
  readonly isDelay: boolean
  /** A program answered that isn't the mail system. */
  readonly isAutomatic: boolean
}

const isNullPath = (path: string | undefined): boolean =>
  path !== undefined && nullPaths.has(path.trim().toLowerCase())

/**
 * Whether a message without a report part is a bounce, or an automatic reply (RFC 3834; the other
 * fields are older customs). No single sign is enough: vacation notices have a null Return-Path,
 * too, and postmasters also write letters.
 */
export const bounceEvidence = ({ from, header, subject, text }: MimeMessage): BounceEvidence => {
  const value = (name: string) => (valueOf(header, name) ?? "").toLowerCase()
  const isDaemon = daemons.test(from.address) || daemonNames.test(from.name)
  const start = text.slice(0, 1_500).toLowerCase().replace(/\s+/g, " ")
  const isIntroduced = introductions.some((words) => words.test(start))
  const hasNullPath = isNullPath(header.find(([name]) => name === "return-path")?.[1])
  const hasSubject = subjects.test(subject) || delaySubjects.test(subject)
  const isNamed = valueOf(header, "x-failed-recipients") !== undefined
  const submitted = value("auto-submitted")
  const isVacation =
    vacations.test(subject) ||
    /^auto_?reply$/.test(value("precedence")) ||
    /auto_?reply/.test(value("x-precedence")) ||
    responders.some((name) => value(name) !== "")
  const signs = Number(isDaemon) + Number(isIntroduced) + Number(hasNullPath) + Number(hasSubject)
  const isBounce = isNamed || (signs >= 2 && !(isVacation && !isDaemon))
  return {
    isBounce,
    isDelay: delaySubjects.test(subject) || delayWords.test(start),
    isAutomatic: isVacation || (submitted !== "" && submitted !== "no")
  }
}

const reports: ReadonlySet<string> = new Set([
  "message/delivery-status",
  "message/global-delivery-status",
  "message/feedback-report",
  "message/disposition-notification"
])

/**
 * Whether a message at an address for unsubscribing is somebody's wish: neither a bounce, nor an
 * automatic reply (RFC 3834), nor unreadable. Never rejects.
 */
export const isUnsubscribeMail = async (source: Uint8Array): Promise<boolean> => {
  const mail = await parseMime(source).catch(() => undefined)
  if (mail === undefined || mail.parts.some(({ type }) => reports.has(type))) return false
  const { isAutomatic, isBounce } = bounceEvidence(mail)
  // Apple Mail calls its own mail an automatic reply, although a person asked for it.
  const isApples = valueOf(mail.header, "x-apple-unsubscribe")?.trim().toLowerCase() === "true"
  return (isApples || !isAutomatic) && !isBounce && valueOf(mail.header, "return-path") !== "<>"
}

export const unsubscribeReports = (emailIds: ReadonlyArray<string>): ReadonlyArray<FoundReport> =>
  [...new Set(emailIds)].map((email_id) => ({ kind: "unsubscribed", message: { email_id } }))
