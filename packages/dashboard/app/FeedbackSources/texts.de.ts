import type { SourceTexts } from "./texts.en.js"

export const de: SourceTexts = {
  intro: "Zustellungen, Rückläufer und Spam-Meldungen von Anbietern wie SES oder SendGrid.",
  tabs: "Rückmeldungen",
  sources: "Quellen",
  unmatched: "Nicht zugeordnet",
  create: "Quelle hinzufügen",
  emptyTitle: "Keine Quellen",
  empty:
    "Ohne Quelle bleibt Mail, die ein Anbieter angenommen hat, gesendet: Zustellungen, spätere Rückläufer und Spam-Meldungen kommen nur über eine.",
  provider: "Anbieter",
  credential: "Prüfschlüssel",
  credentialHints: {
    ses: "Der ARN des SNS-Topics, etwa arn:aws:sns:eu-west-1:123456789012:mail-feedback.",
    mailgun: "Der HTTP webhook signing key, in den API-Einstellungen von Mailgun.",
    sendgrid:
      "Der Verification Key. SendGrid zeigt ihn erst, wenn es die Adresse hat: Lassen Sie das Feld jetzt leer, und tragen Sie ihn danach ein.",
    resend:
      "Das Signing Secret. Resend zeigt es erst, wenn es die Adresse hat: Lassen Sie das Feld jetzt leer, und tragen Sie es danach ein.",
    postmark: "",
    brevo: "",
    mailjet: "",
    sparkpost: ""
  },
  noCredential:
    "Dieser Anbieter signiert seine Aufrufe nicht. Sie sind am Geheimnis in der Adresse zu erkennen.",
  credentialStored: "Gespeichert",
  credentialNeeded: "Fehlt: Aufrufe werden abgewiesen",
  credentialNone: "Nicht nötig",
  lastCall: "Letzter Aufruf",
  lastRefused: "Zuletzt abgewiesen",
  created: "Angelegt",
  waiting: "Wartet auf den ersten Aufruf",
  shownTitle: (provider: string) => `Die Adresse für ${provider}`,
  address: "Adresse",
  pathOnly:
    "Dieser Dienst kennt seine Adresse im Internet nicht, deshalb ist das nur der Pfad: Setzen Sie die Adresse davor.",
  stepsTitle: "Was beim Anbieter zu tun ist",
  eventsTitle: "Ereignisse, die dort zu wählen sind",
  credentialTitle: "Prüfschlüssel",
  updateTitle: (provider: string) => `Prüfschlüssel von ${provider}`,
  updateHint: "Er ersetzt den gespeicherten und wird nicht noch einmal gezeigt.",
  change: "Prüfschlüssel",
  removeTitle: (provider: string) => `Die Quelle ${provider} entfernen?`,
  removeText:
    "Die Adresse antwortet ab jetzt mit 404, Meldungen dieses Anbieters gehen also verloren. Entfernen Sie sie auch beim Anbieter.",
  wasRemoved: "Die Quelle wurde entfernt.",
  unmatchedIntro:
    "Meldungen, deren Mail hier nicht bekannt ist, und was an ihrer Stelle kam, aber nicht verstanden wird. Aufbewahrt werden sie 30 Tage.",
  unmatchedEmptyTitle: "Jede Meldung hat ihre Mail gefunden",
  unmatchedEmpty: "In den letzten 30 Tagen kam nichts, was sich nicht zuordnen ließ.",
  from: "Von",
  reason: "Was es ist",
  reasons: { unmatched: "Keine solche Mail", unread: "Nicht verstanden" },
  kinds: {
    delivered: "Zugestellt",
    bounced: "Unzustellbar",
    complained: "Spam-Meldung",
    deferred: "Verzögert",
    opened: "Geöffnet",
    clicked: "Geklickt",
    unsubscribed: "Abgemeldet"
  },
  about: "Betrifft",
  said: "Was darin steht",
  received: "Empfangen",
  nextLook: "Nächste Suche",
  channels: { api: "API", return_path: "Rückläufer", import: "Import" }
}
