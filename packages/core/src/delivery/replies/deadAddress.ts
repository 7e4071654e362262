import type { Stage } from "./Reply.js"
import { isDirectoryBlocking, isDoubtful } from "./doubts.js"
import type { PlainWords } from "./plainWords.js"

/**
 * Codes of addresses that don't exist (RFC 3463 3.2; 5.1.10: RFC 7505's null MX). 5.1.4,
 * "ambiguous", and 5.1.0, "other", say less.
 */
const deadCodes: ReadonlySet<string> = new Set(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10"])

/** "Mailbox disabled": means a mailbox at RCPT, but nearly anything at other stages. */
const disabledCode = "5.2.1"

/** Reply codes with which servers refuse a recipient in words. */
const refusals: ReadonlySet<number> = new Set([501, 511, 550, 551, 552, 553, 554, 556])

/**
 * Enhanced codes beside which words count: `5.x.0` and 5.7.1, which many servers put before
 * everything, and codes of the same meaning.
 */
const saysLittle = /^5\.(?:[0-5]\.0|1\.\d+|2\.1|4\.1|5\.\d|7\.[01])$/
/** Exceptions, which name the sender (RFC 3463 3.2). */
const namesSender = /^5\.1\.[78]$/

const who = "(?:users?|recipients?|mailbox(?:es)?|address(?:es)?|account|addressee|alias|inbox)"
const unknown =
  "(?:unknown|not (?:found|known|exist\\w*|recogni[sz]ed)|non-?exist[ae]nt|inexistent|does(?: not|n'?t) exist|do(?: not|n'?t) exist)"

/** Phrases of Yahoo and AOL after the data that clearly refer to one recipient. */
const yahoosOwn =
  /\bthis user does(?:n'?t| not) have an? \S{1,255} account\b|\bmessage to <address> cannot be delivered this (?:mailbox|account) (?:is|has been) disabled\b/

/** Unambiguous phrases, anywhere in a reply. */
const phrases: ReadonlyArray<{ readonly words: RegExp; readonly source: string }> = [
  {
    words: new RegExp(`\\b${who}\\b:?(?: \\S{1,64}){0,6} ${unknown}\\b`),
    source:
      "Postfix, Exim, Exchange, Gmail: 'User unknown', 'mailbox not found', 'account … does not exist'"
  },
  {
    words:
      /\b(?:unknown|no such|non-?exist[ae]nt|illegal|bad|invalid) (?:local )?(?:user|recipient|mailbox|alias|addressee|account|local part)s?\b/,
    source:
      "sendmail, qmail, iCloud, Orange, QQ: 'unknown or illegal alias', 'Invalid recipient', 'non-existent account'"
  },
  {
    words: /\bno such (?:address|person|customer|user|e-?mail|domain)\b/,
    source: "Exim, Yandex: 'No such user!'"
  },
  {
    words:
      /\bno (?:mailbox|user|account|recipient|one) (?:here|found|at this address|(?:by|with) that name|named|called|for)\b/,
    source: "qmail with chkuser: 'sorry, no mailbox here by that name'"
  },
  {
    words: /\bnot an? (?:known|valid|existing|active) (?:user|recipient|mailbox|address|account)\b/,
    source: "Domino, MDaemon: 'is not a valid mailbox'"
  },
  {
    words:
      /\b(?:user|recipient|mailbox|account|address) (?:\S{1,64} )?(?:not (?:here|listed|present|active)|could not be found)\b/,
    source: "GoDaddy: 'Email address could not be found'"
  },
  { words: /\b(?:isn'?t|is not|not) (?:our|an existing) customer\b/, source: "Comcast" },
  {
    words:
      /\b(?:unable to|could not|couldn'?t|cannot|can'?t|weren'?t able to) find (?:the |that |this )?(?:recipient|user|mailbox|account)\b/,
    source: "Gmail: 'We weren't able to find the recipient domain'"
  },
  { words: yahoosOwn, source: "Yahoo, AOL" },
  {
    words: /\bthis (?:mailbox|account) (?:is|has been) disabled\b/,
    source: "Yahoo, AOL: '554 30 … This mailbox is disabled'"
  },
  {
    words:
      /\b(?:inactive (?:e-?mail address|mailbox|recipient)|mailbox (?:\S{1,64} )?is inactive|(?:account|mailbox|address) (?:that you tried to reach )?is inactive)\b/,
    source: "Gmail, iCloud"
  },
  {
    words:
      /\b(?:user|recipient|mailbox|account|address)\b(?: \S{1,64}){0,3} (?:is )?no longer (?:valid|active|exists?|available|with us|accepts mail|on (?:this )?server)\b/,
    source: "iCloud: 'recipient no longer on server'"
  },
  { words: /\bresolver\.?\s?adr\.?\s?recip(?:ient)?notfound\b/, source: "Exchange" },
  {
    words:
      /\butente (?:inesistente|sconosciuto)|destinatario (?:inesistente|sconosciuto|desconocido|inexistente|no existe)|casella inesistente/,
    source: "Italian: Libero, Aruba"
  },
  {
    words:
      /\b(?:usuario|buz[oó]n|cuenta) (?:desconocid[oa]|inexistente|no (?:existe|encontrad[oa]))|no existe (?:dicha persona|ese usuario)|usu[aá]rio (?:desconhecido|inexistente|n[aã]o (?:existe|encontrado))/,
    source: "Spanish, Portuguese"
  },
  {
    words:
      /\b(?:utilisateur|destinataire|adresse|bo[iî]te) (?:est )?(?:inconnue?|inexistante?|introuvable|n'?existe pas)|\badresse d.au moins un destinataire invalide/,
    source: "French: Orange, SFR, La Poste"
  },
  {
    words:
      /\b(?:empf[aä]nger|benutzer|postfach|mailbox|adresse) (?:\S{1,64} )?(?:(?:ist )?(?:unbekannt|nicht (?:bekannt|gefunden|vorhanden))|existiert nicht)|\bunbekannte[rn]? (?:empf[aä]nger|benutzer|adresse)/,
    source: "German: GMX, T-Online"
  },
  {
    words:
      /\b(?:gebruiker|ontvanger) (?:onbekend|bestaat niet)|onbekende (?:gebruiker|ontvanger)|nieznany (?:u[zż]ytkownik|odbiorca|adresat)|u[zż]ytkownik nie istnieje/,
    source: "Dutch, Polish"
  },
  {
    words:
      /нет такого пользователя|(?:пользовател[ья]|получател[ья]|ящик|адрес) не (?:найден|существует)|неизвестный (?:пользователь|получатель)/,
    source: "Russian: Yandex, Mail.ru"
  },
  {
    words:
      /(?:用户|收件人|邮箱|帐号|账号)不存在|無此(?:用戶|帳號)|(?:ユーザ|宛先|メールアドレス)[^。]{0,12}(?:存在しません|不明|見つかりません)|존재하지 않는/,
    source: "Chinese, Japanese, Korean: NetEase, docomo, Naver"
  }
]

/**
 * Ambiguous phrases ("mailbox unavailable" is RFC 5321's text of 550). They count only as the whole
 * reply.
 */
const wholeReply = new RegExp(
  "^(?:sorry )?(?:requested (?:mail )?action (?:not taken|aborted) )?(?:mailbox (?:is )?(?:unavailable|not available)|(?:<address> )?address rejected|" +
    "unroute?able address|account closed|(?:invalid|unknown|undeliverable) address|address (?:invalid|unknown)|user disabled)" +
    "(?: for explanation visit)?(?: <address>)?$"
)

/** Without punctuation, which differs between servers. */
const letters = (words: string): string =>
  words
    .replace(/[^\p{L}<>' ]+/gu, " ")
    .replace(/ +/g, " ")
    .trim()

export interface DeadAddressEvidence {
  readonly stage: Stage
  readonly code: number
  readonly enhanced: string | null
  readonly text: PlainWords
}

/**
 * Whether a permanent refusal says beyond doubt that the recipient's address takes no mail: only
 * such refusals suppress. Doubtful words override a dead-address code; a code never overrides them.
 */
export const isDeadAddress = ({ code, enhanced, stage, text }: DeadAddressEvidence): boolean => {
  const { namesSenderOnly, words } = text
  if (
    (stage !== "rcpt" && stage !== "end_of_data") ||
    !refusals.has(code) ||
    namesSenderOnly ||
    isDoubtful(words)
  )
    return false
  const hasPhrase = phrases.some((phrase) => phrase.words.test(words))
  // After the data, a filter may refuse mail to an existing mailbox: require both the code and a
  // phrase, or Yahoo's own phrase.
  if (stage === "end_of_data")
    return (enhanced !== null && deadCodes.has(enhanced) && hasPhrase) || yahoosOwn.test(words)
  if (enhanced !== null && (deadCodes.has(enhanced) || enhanced === disabledCode)) return true
  if (isDirectoryBlocking(words)) return enhanced === "5.4.1"
  if (enhanced !== null && (!saysLittle.test(enhanced) || namesSender.test(enhanced))) return false
  return hasPhrase || wholeReply.test(letters(words))
}
