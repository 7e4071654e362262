import { webhookEventTypes } from "@telemark/client"
import type { WebhookTexts } from "./texts.en.js"

export const de: WebhookTexts = {
  intro:
    "Signierte HTTP-Anfragen an Ihre Anwendung, wenn Mail zugestellt, abgewiesen oder geöffnet wird.",
  list: "Webhook-Endpunkte",
  create: "Endpunkt anlegen",
  emptyTitle: "Noch keine Endpunkte",
  empty:
    "Ein Endpunkt ist eine URL Ihrer Anwendung, die POST-Anfragen annimmt. Sie antwortet innerhalb von 15 Sekunden mit einem beliebigen 2xx und tut ihre Arbeit danach.",
  url: "URL",
  urlHint: "Etwa https://shop.example/hooks/mail.",
  events: "Ereignisse",
  kinds: {
    "email.sent": "Der nächste Mailserver hat sie angenommen",
    "email.delivered": "Der Server des Empfängers hat sie angenommen",
    "email.deferred": "Sie wartet auf einen weiteren Versuch",
    "email.bounced": "Sie wurde endgültig abgewiesen",
    "email.complained": "Der Empfänger hat Spam gemeldet",
    "email.failed": "Sie wird nicht mehr versucht",
    "email.opened": "Sie wurde geöffnet",
    "email.clicked": "Jemand ist einem Link gefolgt",
    "email.unsubscribed": "Der Empfänger hat sich abgemeldet"
  },
  all: "Alle",
  none: "Keine",
  health: "Zustand",
  created: "Angelegt",
  active: "Aktiv",
  inactive: "Inaktiv",
  failing: "Schlägt fehl",
  eventCount: (count: number) =>
    count === webhookEventTypes.length
      ? "alle Ereignisse"
      : count === 1
        ? "1 Ereignis"
        : `${String(count)} Ereignisse`,
  endpoint: "Endpunkt",
  editTitle: "Endpunkt ändern",
  secretTitle: "Das Geheimnis, das die Anfragen signiert",
  secret: "Geheimnis",
  nextSecretTitle: "Das nächste Geheimnis",
  nextSecretText: (until: string) =>
    `Das bisherige signiert bis ${until} ebenfalls. Geben Sie Ihrem Empfänger bis dahin das neue.`,
  verifyTitle: "Die Anfragen prüfen",
  verifyIntro: "Nehmen Sie den Body, wie er ankam, Byte für Byte, bevor ihn etwas einliest.",
  header: "Kopfzeile",
  language: "Sprache",
  snippet: (language: string) => `Code in ${language}`,
  rotate: "Geheimnis tauschen",
  rotateTitle: "Das nächste Geheimnis anlegen?",
  rotateText:
    "24 Stunden lang ist jede Anfrage mit beiden Geheimnissen signiert, damit beim Austausch nichts abgewiesen wird.",
  rotateAction: "Nächstes Geheimnis anlegen",
  deactivate: "Deaktivieren",
  deactivateTitle: "Den Endpunkt deaktivieren?",
  deactivateText:
    "Er bekommt keine Ereignisse, bis Sie ihn wieder aktivieren, und was auf ihn wartet, wird verworfen. Erneutes Zustellen holt die verpasste Zeit nach.",
  activate: "Aktivieren",
  wasActivated: "Der Endpunkt bekommt ab jetzt Ereignisse.",
  wasDeactivated: "Der Endpunkt bekommt keine Ereignisse mehr.",
  removeTitle: "Den Endpunkt entfernen?",
  removeText:
    "Sein Geheimnis, seine Zustellungen und die Ereignisse, die auf ihn warten, werden entfernt.",
  wasRemoved: "Der Endpunkt wurde entfernt.",
  healthy: "Soweit bekannt, wurde jedes Ereignis der letzten Versuche angenommen.",
  failingTitle: (since: string) => `Jeder Versuch schlägt fehl seit ${since}`,
  failingText:
    "Nach fünf Tagen mit Fehlschlägen wird der Endpunkt deaktiviert. Die Zustellungen unten zeigen, was er geantwortet hat.",
  goneTitle: "Er hat 410 (Gone) geantwortet und wurde deshalb deaktiviert",
  failedTitle: "Fünf Tage lang schlug jeder Versuch fehl, deshalb wurde er deaktiviert",
  disabledText:
    "Reparieren Sie den Empfänger, aktivieren Sie den Endpunkt wieder, und stellen Sie dann die verpasste Zeit erneut zu.",
  deliveries: "Zustellungen",
  deliveriesEmptyTitle: "Noch keine Zustellungen",
  deliveriesEmpty: "Senden Sie ein Testereignis, um zu sehen, was Ihre Anwendung antwortet.",
  deliveriesNone: "Keine solchen Zustellungen.",
  outcome: "Ergebnis",
  outcomes: { all: "Alle", accepted: "Erfolgreich", refused: "Fehlgeschlagen" },
  time: "Zeit",
  event: "Ereignis",
  result: "Ergebnis",
  answer: "Antwort",
  duration: "Dauer",
  attempt: "Versuch",
  isTest: "Test",
  statuses: { delivered: "Erfolgreich", pending: "Wird erneut versucht", failed: "Fehlgeschlagen" },
  noAnswer: "keine Antwort",
  show: "Zeigen",
  deliveryTitle: (type: string) => `Zustellung von ${type}`,
  nextAttempt: "Nächster Versuch",
  why: "Warum sie fehlschlug",
  request: "Was gesendet wurde",
  requestGone: "Das Ereignis ist nicht mehr gespeichert, deshalb lässt sich der Body nicht zeigen.",
  response: "Was der Endpunkt geantwortet hat",
  responseEmpty: "Ein leerer Body.",
  responseNone: "Es kam keine Antwort.",
  eventId: "Kennung des Ereignisses",
  replayOne: "Erneut zustellen",
  replayed: (count: number) =>
    count === 1
      ? "1 Ereignis wird erneut zugestellt."
      : `${String(count)} Ereignisse werden erneut zugestellt.`,
  replay: "Erneut zustellen",
  replayTitle: "Ereignisse erneut zustellen",
  replayText:
    "Ereignisse der Arten, die dieser Endpunkt bekommt, ab der ersten Zeit bis vor der zweiten. Ihre Kennungen bleiben gleich, damit Ihre Anwendung erkennt, was sie schon hat.",
  since: "Von",
  until: "Bis",
  untilHint: "Jetzt, wenn Sie nichts eingeben.",
  replaying: (count: number) => `bisher ${String(count)} …`,
  test: "Test senden",
  testTitle: "Ein Testereignis senden",
  testText:
    'Sendet einmal ein signiertes Beispiel und zeigt, was der Endpunkt antwortet. Das Beispiel hat "metadata": {"sample": true}.',
  testKind: "Art",
  testAll: "Eines jeder Art",
  testSend: "Senden",
  testing: "Wird gesendet …",
  wasCreated: "Der Endpunkt wurde angelegt."
}
