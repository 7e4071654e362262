import type { Verdict } from "./Verdict.js"

/**
 * The meaning of a refusal other than a dead address, by words or by enhanced code without its
 * class (`7.26`).
 */
interface Meaning {
  readonly verdict: Verdict
  readonly words?: RegExp
  readonly codes?: RegExp
}

/**
 * In matching order: what concerns us before what concerns the recipient, and words before codes,
 * since 5.7.1 and 5.1.0 are used for everything. Learned from the corpus beside the tests and from
 * the providers' own tables.
 */
export const meanings: ReadonlyArray<Meaning> = [
  // Groups and mailboxes of Microsoft's that take mail of their own organization alone. The words
  // are about the sender and its login, and mean the recipient.
  {
    verdict: "recipient_refused",
    words: /\bresolver\.rst\.(?:sender ?not ?authenticated|auth ?required)/,
    codes: /^7\.13[3-6]$/
  },
  // SPF, DKIM and DMARC: Gmail's 5.7.26 to .40, Microsoft's 5.7.509 and .515, Yahoo's 5.7.9 with
  // these words.
  {
    verdict: "authentication",
    words:
      /\b(?:spf|dkim|dmarc|domainkeys|sender is unauthenticated|unauthenticated e?-?mail|authentication (?:information|checks?|level|results?|policy)|emetteur invalide)\b/
  },
  { verdict: "authentication", codes: /^7\.(?:2[0-4679]|3[0-9]|40|509|515)$/ },
  // Header faults: Gmail says "From: header".
  {
    verdict: "content",
    words: /\b(?:headers?|rfc ?\d{3,4}(?: section [\d.]+)? compliant)\b(?!.{0,40}\bauthentic)/
  },
  // Reverse DNS of our address (RFC 1912), before words such as "sender domain" that occur with it.
  {
    verdict: "blocked",
    words: /\b(?:ptr|rdns|reverse[ -]?dns|invalid dns|unverifyable sending ips?)\b/
  },
  // Our account at the next hop.
  {
    verdict: "account_refused",
    words: new RegExp(
      // "Account disabled" alone may mean the recipient's account.
      "\\b(?:(?:your|sending) (?:user |e-?mail )?account|account of the sender)\\b(?: \\S{1,64}){0,3} (?:disabled|suspended|locked|inactive|not active|blocked|terminated|closed|deactivated)\\b|\\bfor this account\\b" +
        "|\\b(?:suspended|blocked|disabled|locked) for sending\\b|\\bsending (?:is )?(?:suspended|blocked|disabled)\\b|\\bnot allowed to send\\b.{0,40}\\baccount\\b|\\be-?mail address is not confirmed\\b"
    )
  },
  // Before the size of messages: "552 5.2.2 Mailbox size limit exceeded" is about the mailbox. Not
  // its other words, some of which sending quotas share.
  { verdict: "mailbox_full", words: /\bmail ?box size\b/, codes: /^2\.2$/ },
  // Before limits: a size exceeds a limit, too.
  {
    verdict: "too_large",
    words:
      /\b(?:(?:message|mail|header) (?:is )?too (?:big|large|long)|(?:message|mail) (?:size|length)|size (?:limit|exceeds)|exceeds (?:the )?(?:maximum |administrative )?(?:message )?(?:size|limit))\b/
  },
  { verdict: "too_large", codes: /^(?:2\.3|3\.4)$/ },
  // Our sending limits. Before mailbox quotas, whose words are similar.
  {
    verdict: "limit",
    words: new RegExp(
      "\\b(?:(?:sending|submission|relay|message|mail|smtp relay|e-?mails?) (?:limits?|quota)|(?:exceeded|exceeds|over|reached) (?:its|the|your|their)? ?(?:max|maximum|hourly|daily|24|sending|relay|permitted|rate)|" +
        "(?:messages?|mails?|e-?mails?|recipients?|connections?) (?:per|this|a|in an?) (?:second|minute|hour|day|24)|too many (?:related errors|messages|mails|e-?mails|recipients|connections|concurrent|sessions|login|errors|invalid|bad|unknown)|" +
        "throttl\\w*|rate[ -]?limit\\w*|frequency|sending (?:activity|rate)|unusual (?:rate|sending)|receiving mail (?:at a rate|too quickly)|receive limit|thread limit|exceeded their limit|excessive (?:volume|rate|unknown)|max(?:imum)? messages?)\\b"
    )
  },
  { verdict: "limit", codes: /^(?:2\.12[12]|7\.28|7\.508|5\.3)$/ },
  // The sender: an address that isn't ours, isn't verified, or can't receive replies.
  {
    verdict: "sender_refused",
    words: new RegExp(
      "\\b(?:sender\\w*|send ?as|sendas\\w*|send on behalf|(?:from|return)[ -]?(?:path|address)|from:|mail from(?! (?:your )?(?:ip|host|server|network)\\b)|not allowed to send|unregistered domains?|address is not verified|not verified|identit(?:y|ies)|" +
        "not (?:authori[sz]ed|allowed) to (?:send|use)|relaying disallowed as|not one of your addresses|from domain|domain is unverified)\\b|\\bfrom: "
    )
  },
  { verdict: "sender_refused", codes: /^(?:1\.[78]|2\.252|7\.(?:12|13|57|750))$/ },
  // The login (RFC 4954), required TLS, and certificates.
  {
    verdict: "hop_refuses_us",
    words:
      /\b(?:password|credentials?|log(?:ged)?[ -]?in|starttls|(?:requires?|must) (?:support )?(?:tls|authenticat\w*)|tls required|authentication (?:required|failed|failure|unsuccessful)|not authenticated|authenticate first|certificate)\b/
  },
  // Relaying that the next hop denies us.
  {
    verdict: "account_refused",
    words:
      /\b(?:relay\w* (?:access )?(?:denied|not permitted|disallowed|prohibited)|unable to relay|(?:open|insecure mail) relay|no relaying|not permitted to relay|mail relay denied)\b/,
    codes: /^7\.64$/
  },
  // The mailbox's own limits.
  {
    verdict: "mailbox_full",
    words:
      /\b(?:over ?quota|quota exceeded|exceeded (?:\S+ )?quota|(?:mail|in)?box (?:is )?full|full mailbox|mailbox for user is full|out of storage|(?:insufficient|exceeded) (?:disk|storage))\b/
  },
  // The IP address and the host that we send from.
  {
    verdict: "blocked",
    words: new RegExp(
      "\\b(?:dnsbl|rbl|spamhaus|sorbs|spamcop|barracuda\\w*|ptr|rdns|reverse[ -]?dns|invalid dns|(?:your|sending|client|from) (?:ip|host|server|network)|banned sending|client host|client blocked|ip (?:address|reputation|name)|mismatches client ip|" +
        "block ?list\\w*|black-?list\\w*|unverifyable sending|mail exchanger|not in whitelist|servers without|bad reputation|low reputation|(?:helo|ehlo)\\b.{0,20}\\b(?:argument|requires|invalid))\\b|\\bmessages? from \\d|\\b(?:ip|from) ?=? ?\\[?\\d+\\."
    )
  },
  { verdict: "blocked", codes: /^7\.(?:25|60[0-9]|61[0-9]|650|511)$/ },
  {
    verdict: "content",
    words:
      /\b(?:spam|junk|ube|virus|malware|phish(?:ing)?|content|unsolicited|malformed|attachment|header|rfc ?[52]?[38]22|suspicious|duplicate|redundant)\b/
  },
  { verdict: "content", codes: /^6\./ },
  {
    verdict: "policy",
    words:
      /\b(?:polic(?:y|ies)|prohibit\w*|restrictions?|compliance|banned|access denied|not accepted|(?:mail|message) rejected|reputation)\b/
  },
  { verdict: "policy", codes: /^7\./ },
  // The recipient, without certainty.
  {
    verdict: "recipient_refused",
    words:
      /\b(?:(?:user|recipient|mailbox|account|address)\b.{0,60}\b(?:disabled|suspended|inactive|locked|frozen|blocked|moved|unavailable|unknown|on hold|invalid|rejected)|(?:unknown|no such|invalid) (?:user|recipient|mailbox)|not our customer|does not accept mail|host unknown|no longer valid)\b/
  },
  { verdict: "recipient_refused", codes: /^(?:1\.[1-6]|1\.10|2\.[01])$/ },
  { verdict: "routing", codes: /^4\./ },
  {
    verdict: "transient",
    words:
      /\b(?:timed? ?out|try (?:again|later)|service (?:not available|unavailable|refused)|insufficient system|server (?:busy|error)|temporary|connection refused|closing)\b/,
    codes: /^3\./
  }
]

/**
 * Daily limits: Gmail's "Daily user sending limit", "24-hour sending limit", "messages per day";
 * Microsoft's quota of submissions and of recipients.
 */
export const countedByDay =
  /\b(?:daily|24[ -]?hours?|per day|a day|submission quota|recipient rate limit)\b/

/** A recipient's own limits (Microsoft 365, Gmail), which say nothing about our other mail. */
export const recipientsLimit =
  /\b(?:receiving mail|receive limit|thread limit|recipient has exceeded)\b/
