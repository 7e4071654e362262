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

export const isDirectoryBlocking = (words: string): boolean => directoryBlocking.test(words)

/** Whether the words leave doubt that the recipient's address is meant. */
export const isDoubtful = (words: string): boolean => {
  const rest = words.replace(directoryBlocking, " ")
  return doubts.some((doubt) => doubt.test(rest))
}
