import type { TenantTexts } from "./texts.en.js"

export const de: TenantTexts = {
  intro: "Getrennte Konten mit eigenen Schlüsseln, Mail und Domains.",
  list: "Mandanten dieser Installation",
  create: "Mandanten anlegen",
  emptyTitle: "Keine Mandanten",
  empty:
    "Ein Mandant ist ein Konto mit eigenen Schlüsseln und eigener Mail. Legen Sie einen für jeden Kunden oder jede Anwendung an, die nur das Eigene sehen soll.",
  emptyFilter: "Kein Mandant hat das in seinem Namen.",
  search: "Suche",
  searchHint: "Ein Teil des Namens.",
  name: "Name",
  state: "Zustand",
  active: "Aktiv",
  paused: "Angehalten",
  since: "seit",
  reasons: {
    complaints: "zu viele Spam-Meldungen",
    bounces: "zu viele Rückläufer",
    operator: "durch einen Betreiber"
  },
  sender: "Standardabsender",
  senderShort: "Absender",
  usualSender: "der der Installation",
  limit: "Monatslimit",
  usualLimit: "das der Installation",
  created: "Angelegt",
  own: "Hier angemeldet",
  actingNow: "Sie handeln als dieser",
  act: "Als dieser Mandant handeln",
  actShort: "Handeln als",

  nameHint:
    "1 bis 64 Buchstaben, Ziffern, Punkte, Bindestriche oder Unterstriche. Er lässt sich später nicht ändern.",
  senderHint:
    "Für Mail, deren Sendung keinen Absender nennt, etwa Acme <mail@acme.example>. Leer: der der Installation.",
  limitHint: "Empfänger je Kalendermonat (UTC). Leer: das Limit der Installation.",
  limitInvalid: "Schreiben Sie eine ganze Zahl ab 1, nur in Ziffern.",
  firstKey: "Erster API-Schlüssel",
  firstKeyHint:
    "Der Mandant braucht einen, um zu senden oder sich hier anzumelden. Er wird einmal gezeigt.",
  firstKeys: {
    send: "Mail senden und lesen",
    all: "Alles innerhalb des Mandanten",
    none: "Vorerst keiner"
  },
  firstKeyName: "Erster Schlüssel",
  keyTitle: (tenant) => `${tenant} ist angelegt`,
  keyWhat: "API-Schlüssel",
  keyText:
    "Damit sendet die Anwendung des Mandanten, und seine Leute melden sich an dieser Oberfläche an. Weitere Schlüssel: Handeln Sie als der Mandant, und öffnen Sie die API-Schlüssel.",
  keyFailed: (tenant, why) => `${tenant} ist angelegt, aber sein API-Schlüssel nicht: ${why}`,
  wasCreated: (tenant) => `${tenant} ist angelegt.`,

  gone: (tenant) => `Einen Mandanten ${tenant} gibt es nicht. Vielleicht wurde er entfernt.`,
  toList: "Alle Mandanten",
  facts: "Über diesen Mandanten",
  id: "Id",
  settings: "Einstellungen",
  opens: "Öffnungen verfolgen",
  opensHint: "Sofern eine Sendung nichts anderes sagt.",
  clicks: "Klicks verfolgen",
  clicksHint: "Sofern eine Sendung nichts anderes sagt.",
  refuses: "Mails ohne ihre Daten ablehnen",
  refusesHint:
    "Eine Sendung wird abgelehnt, wenn ihr eine Variable fehlt, die ihre Vorlage ohne Vorgabe nennt, sofern sie nichts anderes sagt.",
  wasSaved: "Gespeichert. Es gilt für Sendungen ab jetzt.",

  pausedTitle: "Der Versand ist angehalten",
  pausedText: {
    complaints: "Zu viele Empfänger haben Mail dieses Mandanten als Spam gemeldet.",
    bounces: "Zu viel Mail dieses Mandanten ging an Adressen, die es nicht gibt.",
    operator: "Ein Betreiber hat ihn angehalten."
  },
  note: "Notiz",
  pause: "Versand anhalten",
  pauseTitle: (tenant) => `Den Versand von ${tenant} anhalten?`,
  pauseText:
    "Seine Sendungen werden abgelehnt, und was in der Warteschlange steht, wartet. Was gerade gesendet wird, wird beendet. Alles andere geht weiter, auch Links in Mail, die er gesendet hat.",
  noteHint: "Für Betreiber: Der Mandant sieht sie nicht. Bis zu 500 Zeichen.",
  stopLinks: "Auch seine Links anhalten",
  stopLinksHint:
    "Bei Missbrauch wie Phishing: Verfolgte Links in Mail, die er gesendet hat, führen nirgendwohin, bis Sie ihn fortsetzen.",
  linksStopped: "Verfolgte Links in Mail, die er gesendet hat, sind angehalten.",
  wasPaused: (tenant) => `Der Versand von ${tenant} ist angehalten.`,
  resume: "Versand fortsetzen",
  resumeTitle: (tenant) => `Den Versand von ${tenant} fortsetzen?`,
  resumeText:
    "Er darf wieder senden, und was in der Warteschlange steht, geht hinaus. Seine Spam-Meldungen und Rückläufer werden neu gezählt.",
  resumeFirst:
    "Sorgen Sie zuerst dafür, dass der Mandant die Mail einstellt, über die sich Menschen beschwert haben, und Adressen entfernt, die unzustellbar waren: Sonst schadet es allen, die Ihre Server teilen.",
  wasResumed: (tenant) => `${tenant} sendet wieder.`,

  remove: "Mandanten entfernen",
  removeTitle: (tenant) => `${tenant} mit allem entfernen?`,
  removeLost: "Das geht verloren, und nichts bringt es zurück:",
  lost: [
    "seine API-Schlüssel, die sofort abgelehnt werden, auch an dieser Oberfläche",
    "Mail in seiner Warteschlange, die nicht mehr gesendet wird",
    "das Protokoll seiner Mail mit Inhalten und Anhängen",
    "seine Vorlagen, seine Marke und seine Themen",
    "seine Domains mit ihren privaten DKIM-Schlüsseln",
    "seine Sperrliste: Wer sich abgemeldet hat, könnte wieder Mail bekommen",
    "sein SMTP-Server, seine Webhooks und seine Quellen von Rückmeldungen"
  ],
  removeFlight: "Eine Nachricht, die gerade gesendet wird, kann noch ankommen.",
  removeOwn:
    "Sie sind bei genau diesem Mandanten angemeldet. Gibt es keinen anderen, den die Oberfläche öffnen kann, lässt sie sich nicht mehr benutzen.",
  wasRemoved: (tenant) => `${tenant} ist entfernt.`,

  reputation: "Ansehen",
  domains: "Nach Absenderdomain, in den letzten 7 Tagen",
  domain: "Domain",

  events: "Warnungen und Pausen",
  eventsHint: "Bekannt sind die letzten 100 Ereignisse aller Mandanten, höchstens 90 Tage alt.",
  noEvents: "In letzter Zeit wurde vor keinem gewarnt, keiner angehalten und keiner fortgesetzt.",
  noEventsOf:
    "In letzter Zeit wurde vor ihm nicht gewarnt, und sein Versand wurde weder angehalten noch fortgesetzt.",
  eventTypes: {
    "tenant.paused": "Angehalten",
    "tenant.resumed": "Fortgesetzt",
    "tenant.warned": "Warnung"
  },
  reason: "Grund",
  explanation: "Grenze",
  showAll: (count) => `Alle ${count} zeigen`
}
