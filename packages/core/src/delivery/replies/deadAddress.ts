import type { Stage } from "./Reply.js"
import type { PlainWords } from "./plainWords.js"

/**
 * Words that make a dead address doubtful whatever the code: about us, rates, filters or something
 * temporary. Such a reply never suppresses.
 */
const doubts: ReadonlyArray<RegExp> = [
  // Gmail's "receiving mail at a rate", GoDaddy's "too many recipients this hour", Spectrum's "too
  // many invalid recipients".
  /\b(?:rates?|limit\w*|too (?:many|much|fast|quickly|often)|excessive|exceed\w*|quota|frequen\w+|volume|unusual|throttl\w*|hourly|daily|(?:per|this|24)[ -]?(?:hour|day|minute))\b/,
  // GMX' "Try again later", Postfix' "unverified address: Greylisted".
  /\b(?:temporar\w*|again|later|retry\w*|resend|defer\w*|gr[ea]y-?list\w*|busy|overload\w*|maintenance|time-?d?[ -]?out|unverified|not yet|moment)\b/,
  /\b(?:filter\w*|quarantin\w*|spam\w*|junk|unsolicited|virus\w*|malware|phish\w*|suspicious|abus\w*|content|block\w*|black-?list\w*|deny-?list\w*|ban|banned)\b/,
  // 1&1's "mailbox unavailable" with "invalid DNS PTR resource record" or "Reject due to SPF
  // policy" behind it.
  /\b(?:dnsbl|rbl|spamhaus|barracuda|polic(?:y|ies)|reputation|spf|dkim|dmarc|dns|ptr|rdns|aup|security|firewall|prohibit\w*|violat\w*)\b/,
  // Receivers that verify senders say "user unknown" of the sender: Postfix' and Exim's "Sender
  // address rejected", "Sender verify failed".
  /\b(?:sender\w*|sending|sent|originat\w*|mail from|from address|return[ -]?path|verif(?:y|ication)|relay\w*|gateway|client|helo|ehlo|tls|certificate)\b|\bfrom:/,
  // A submission server about our login: "Your account is disabled", "Unknown user or password".
  /\b(?:your (?:e-?mail )?(?:account|ip|address|domain|host|server|user|login|network)|(?:this|the) account (?:is )?(?:not|in)active|password|credential\w*|log(?:ged)?[ -]?in|authenti\w*|authori[sz]\w*|unauth\w*|not allowed|permi(?:t|ss)\w*|whitelist\w*|confirmed|new account|ip address)\b/,
  // Mailboxes that may come back: Orange's "compte bloqué", mail.ua's "Mailbox is frozen",
  // "locked", "on hold", "has moved".
  /\b(?:suspend\w*|lock(?:ed)?|frozen|hold|moved|full|storage|access denied|denied)\b/,
  // Other languages.
  /(?:gesperrt|blockiert|absender|später|sp[aä]ter|kontingent|vor[uü]bergehend|exp[eé]diteur|[eé]metteur|bloqu|plus tard|temporairement|remitente|m[aá]s tarde|mittente|bloccat|pi[uù] tardi|remetente|mais tarde|afzender|geblokkeerd|nadawc|отправител|заблокирован|позже|спам|发件人|频率|限制|稍后|送信者|制限|拒否)/
]

/**
 * Microsoft 365's reply for addresses missing in its directory (directory-based edge blocking),
 * used with 5.4.1 for no other reason.
 */
const directoryBlocking = /^(?:<address> ?)?:? ?recipient address rejected ?: access denied\b/

const isDirectoryBlocking = (words: string): boolean => directoryBlocking.test(words)

/** Whether the words leave doubt that the recipient's address is meant. */
const isDoubtful = (words: string): boolean => {
  const rest = words.replace(directoryBlocking, " ")
  return doubts.some((doubt) => doubt.test(rest))
}

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

interface DeadAddressEvidence {
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
