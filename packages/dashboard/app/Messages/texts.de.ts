import type { MessageTexts } from "./texts.en.js"

export const de: MessageTexts = {
  intro: "Jede Mail, neueste zuerst: an wen sie ging, was aus ihr wurde und warum.",
  list: "Nachrichten",
  to: "An",
  subject: "Betreff",
  status: "Status",
  accepted: "Angenommen",
  noSubject: "(ohne Betreff)",
  filters: "Filter",
  filtersSet: "Gesetzte Filter",
  search: "Nachrichten suchen",
  searchHint: "Empfänger, Betreff, Absender, Tag oder ID",
  addFilter: "Filter",
  apply: "Anwenden",
  removeFilter: (name) => `Filter entfernen: ${name}`,
  clear: "Alle entfernen",
  filterNames: {
    status: "Status",
    period: "Zeitraum",
    recipient: "Empfänger",
    subject: "Betreff beginnt mit",
    tag: "Tag",
    template_id: "Vorlage",
    recipient_domain: "Domain des Empfängers",
    sender_domain: "Domain des Absenders"
  },
  filterHints: {
    recipient: "Die ganze Adresse",
    tag: "name:wert, etwa order:1042",
    template_id: "Ihre ID",
    recipient_domain: "Etwa example.com",
    sender_domain: "Etwa example.com"
  },
  periods: {
    "1h": "Letzte Stunde",
    "24h": "Letzte 24 Stunden",
    "7d": "Letzte 7 Tage",
    "30d": "Letzte 30 Tage",
    own: "Von … bis …"
  },
  since: "Von",
  until: "Bis",
  template: "Vorlage",
  nothingTitle: "Keine Nachricht passt dazu",
  nothing: "Versuchen Sie es mit anderen Wörtern, weniger Filtern oder einem anderen Zeitraum.",
  searchedBack: (time) => `Nachrichten bis zurück zu ${time} wurden durchsucht.`,
  searchOlder: "Ältere durchsuchen",
  firstTitle: "Senden Sie Ihre erste Mail",
  first:
    "Legen Sie einen API-Schlüssel an, setzen Sie TELEMARK_KEY auf ihn, und führen Sie das aus. Die Nachricht erscheint hier binnen Sekunden.",
  firstCode: "Befehl, der eine Mail sendet",
  toKeys: "API-Schlüssel",
  loadingMessage: "Nachricht",
  backToList: "Alle Nachrichten",
  resend: "Erneut senden",
  resendTitle: "Diese Mail erneut senden?",
  resendText: (recipient) =>
    `Eine neue Mail mit demselben Inhalt geht sofort an ${recipient}. Diese hier bleibt, wie sie ist.`,
  allowAndResend: "Erlauben und erneut senden",
  allowAndResendTitle: "Diese Adresse erlauben und erneut senden?",
  allowAndResendText: (recipient) =>
    `${recipient} ist gesperrt. Die Adresse bekommt von nun an wieder Mails, und sofort eine neue mit demselben Inhalt.`,
  wasResent: (recipient) => `Erneut an ${recipient} gesendet. Das ist die neue Mail.`,
  notResent: (recipient) => `Es wurde nichts gesendet: ${recipient} ist gesperrt.`,
  cancel: "Versand abbrechen",
  cancelTitle: "Diese Mail abbrechen?",
  cancelText: (recipient) =>
    `${recipient} bekommt sie dann nicht. Das lässt sich nicht rückgängig machen.`,
  keep: "Nicht abbrechen",
  wasCancelled: "Die Mail wurde abgebrochen.",
  suppress: "Empfänger sperren",
  suppressTitle: (recipient) => `Nichts mehr an ${recipient} senden?`,
  suppressText: "Mails an diese Adresse werden ausgelassen, bis Sie die Sperre aufheben.",
  wasSuppressed: (recipient) => `${recipient} ist gesperrt.`,
  unsuppress: "Wieder zulassen",
  unsuppressTitle: (recipient) => `Wieder an ${recipient} senden?`,
  unsuppressText:
    "Tun Sie das nur, wenn die Adresse funktioniert und ihr Inhaber Ihre Mails möchte: Weitere Rückläufer und Spam-Meldungen schaden Ihrem Ruf.",
  wasUnsuppressed: (recipient) => `An ${recipient} wird wieder gesendet.`,
  suppressed: (reason, since) =>
    `Dieser Empfänger ist seit ${since} gesperrt (${reason}) und bekommt keine Mails.`,
  bulk: {
    label: "Ausgewählte Mails",
    select: (subject, recipient) => `${subject}, an ${recipient}, auswählen`,
    selected: (count) => `${String(count)} ausgewählt`,
    all: "Alle auf dieser Seite auswählen",
    clear: "Auswahl aufheben",
    failed: (count, reason) => `${String(count)} fehlgeschlagen: ${reason}`,
    resend: {
      action: "Erneut senden",
      title: (count) =>
        count === 1 ? "1 Mail erneut senden?" : `${String(count)} Mails erneut senden?`,
      text: "Neue Mails mit demselben Inhalt gehen sofort hinaus. Gesperrte Adressen bekommen keine.",
      others: (count) => `${String(count)} der ausgewählten sind noch nicht gesendet.`,
      done: (count) =>
        count === 1
          ? "1 Mail wurde erneut gesendet."
          : `${String(count)} Mails wurden erneut gesendet.`
    },
    cancel: {
      action: "Versand abbrechen",
      title: (count) => (count === 1 ? "1 Mail abbrechen?" : `${String(count)} Mails abbrechen?`),
      text: "Die Empfänger bekommen sie dann nicht. Das lässt sich nicht rückgängig machen.",
      others: (count) => `Für ${String(count)} der ausgewählten ist es zu spät.`,
      done: (count) =>
        count === 1 ? "1 Mail wurde abgebrochen." : `${String(count)} Mails wurden abgebrochen.`
    },
    suppress: {
      action: "Empfänger sperren",
      title: (count) =>
        count === 1
          ? "Nichts mehr an 1 Adresse senden?"
          : `Nichts mehr an ${String(count)} Adressen senden?`,
      text: "Mails an sie werden ausgelassen, bis Sie die Sperren aufheben.",
      done: (count) =>
        count === 1 ? "1 Adresse ist gesperrt." : `${String(count)} Adressen sind gesperrt.`
    }
  },
  details: "Einzelheiten",
  from: "Von",
  cc: "Kopie",
  replyTo: "Antwort an",
  version: (version) => `Version ${String(version)}`,
  topic: "Thema",
  tags: "Tags",
  metadata: "Metadaten",
  provider: "Gesendet über",
  failureCode: "Fehlercode",
  attempts: "Versuche",
  scheduled: "Geplant für",
  nextAttempt: "Nächster Versuch",
  id: "ID der Nachricht",
  history: "Verlauf",
  acceptedEvent: "Angenommen",
  events: {
    "email.sent": "Gesendet",
    "email.delivered": "Zugestellt",
    "email.deferred": "Aufgeschoben",
    "email.bounced": "Unzustellbar",
    "email.complained": "Spam-Meldung",
    "email.failed": "Fehlgeschlagen",
    "email.opened": "Geöffnet",
    "email.clicked": "Angeklickt",
    "email.unsubscribed": "Abgemeldet"
  },
  attempt: (number) => `Versuch ${String(number)}`,
  tls: "Verschlüsselung",
  noTls: "keine",
  duration: "Dauer",
  serverReply: "Antwort des Servers",
  link: "Link",
  byMachine: "wahrscheinlich ein Programm",
  userAgent: "Programm",
  ambiguous: "Der Server hat die Mail vielleicht angenommen, ohne es zu bestätigen.",
  content: "Inhalt",
  tabs: {
    preview: "Vorschau",
    text: "Text",
    headers: "Kopfzeilen",
    source: "Quelltext",
    attachments: "Anhänge"
  },
  removedTitle: "Der Inhalt wurde entfernt",
  noHtml: "Diese Mail hat kein HTML, nur Text.",
  noText: "Diese Mail hat keinen Text.",
  previewOf: (subject) => `Vorschau von ${subject}`,
  width: "Breite",
  desktop: "Desktop",
  phone: "Telefon",
  client: "Mailprogramm",
  lightClient: "Hell",
  darkClient: "Dunkel",
  privacy:
    "Hier laufen keine Skripte, nichts wird von anderen Servern geladen, und das Ansehen zählt nicht als Öffnung.",
  followed: "Dieser Link führt zu",
  large: (size) => `Das HTML dieser Mail umfasst ${size}. Es anzuzeigen kann einen Moment dauern.`,
  showLarge: "Anzeigen",
  clipped: (size) =>
    `Das HTML umfasst ${size}. Gmail zeigt etwa die ersten 102 kB und verbirgt den Rest hinter einem Link.`,
  textOf: "Reiner Text",
  headerName: "Name",
  headerValue: "Wert",
  sourceOf: "Quelltext",
  captured: "Die Mail, wie sie abgefangen wurde.",
  composed:
    "Die Mail, wie sie zusammengesetzt wird, ohne Signaturen; Adressen zum Abmelden sind Platzhalter.",
  truncated: (shown, size) => `Die ersten ${shown} von ${size}.`,
  download: "Herunterladen",
  downloadSource: "Als .eml herunterladen",
  showAll: "Alles anzeigen",
  noAttachments: "Diese Mail hat keine Anhänge.",
  file: "Datei",
  type: "Typ",
  size: "Größe",
  inline: "im HTML gezeigt"
}
