import type { OverviewTexts } from "./texts.en.js"

export const de: OverviewTexts = {
  period: "Zeitraum",
  periods: { "24h": "24 Stunden", "7d": "7 Tage", "30d": "30 Tage", "90d": "90 Tage" },
  intro: "Wie es Ihrer Mail ergeht, nach dem Zeitpunkt der Annahme. Alle 30 Sekunden aktualisiert.",
  figures: {
    sent: "Gesendet",
    delivered: "Zugestellt",
    bounced: "Unzustellbar",
    complained: "Spam-Meldungen",
    failed: "Fehlgeschlagen",
    opened: "Geöffnet",
    clicked: "Geklickt",
    unsubscribed: "Abgemeldet"
  },
  hints: {
    sent: "Ein Server hat sie angenommen oder endgültig abgelehnt.",
    delivered: "Keine Zustellung wurde gemeldet. Die meisten Server melden keine.",
    bounced: "Nichts wurde gesendet.",
    complained: "Nichts wurde gesendet.",
    failed: "Keinem Server übergeben."
  },
  ofLimit: (rate, limit) => `${rate} der gesendeten; bleiben Sie unter ${limit}`,
  ofSent: (rate) => `${rate} der gesendeten`,
  ofAll: (rate) => `${rate} der versuchten`,
  monthly: (share, limit) => `${share} von ${limit} in diesem Monat`,
  engagement: "Durch Leser",
  engagementHint:
    "Nachrichten, die Menschen geöffnet oder angeklickt oder durch die sie sich abgemeldet haben; was Programme tun, zählt nicht.",
  chartTitle: "Mail im Verlauf",
  chart: "Mail im Verlauf. Die Pfeiltasten lesen einen Balken nach dem anderen vor.",
  layers: {
    delivered: "Zugestellt",
    accepted: "Angenommen",
    bounced: "Unzustellbar",
    failed: "Fehlgeschlagen"
  },
  showNumbers: "Zahlen anzeigen",
  numbers: "Mail im Verlauf, in Zahlen",
  noMail: "Keine Mail in diesem Zeitraum.",
  hour: "Stunde",
  day: "Tag (UTC)",
  queue: "Warteschlange",
  queued: "Warten auf den ersten Versuch",
  sending: "Werden gesendet",
  deferred: "Warten auf einen neuen Versuch",
  scheduled: "Geplant",
  oldest: "Am längsten fällig",
  nothingDue: "nichts ist fällig",
  handover: "Von der Annahme bis zur Übergabe",
  handoverOf: (count) => `von ${count} Nachrichten`,
  p50: "die Hälfte innerhalb von",
  p95: "95 % innerhalb von",
  reputation: "Ansehen",
  windows: { hour: "Letzte Stunde", day: "24 Stunden", week: "7 Tage" },
  window: "Zeitraum",
  bounceRate: "Unzustellbar",
  complaintRate: "Spam-Meldungen",
  level: "Stand",
  levels: { ok: "Gut", warn: "Beobachten", pause: "Zu hoch" },
  attention: "Braucht Aufmerksamkeit",
  look: "Ansehen",
  items: {
    paused: ({ reason }) =>
      ({
        complaints:
          "Der Versand ist angehalten: Zu viele Empfänger haben Ihre Mail als Spam gemeldet.",
        bounces: "Der Versand ist angehalten: Zu viele Adressen gibt es nicht.",
        operator: "Der Betreiber hat Ihren Versand angehalten."
      })[reason],
    reputation: ({ domain, tone }) =>
      tone === "bad"
        ? `Mail von ${domain} hat mehr Rückläufer oder Spam-Meldungen, als Anbieter hinnehmen.`
        : `Rückläufer oder Spam-Meldungen zu Mail von ${domain} nehmen zu.`,
    queue: "Fällige Mail wartet länger, als sie sollte.",
    smtp: "Ihr SMTP-Server hat die Anmeldung abgelehnt. Mail wartet, bis er sie annimmt.",
    domain: ({ domain, missing, tone }) =>
      tone === "bad"
        ? `${domain} ist nicht bereit zum Senden: ${missing.join(", ")} fehlt.`
        : `${domain} darf senden, aber ${missing.join(" und ")} fehlt.`,
    endpoint: ({ reason, url }) =>
      ({
        gone: `${url} hat geantwortet, dass es ihn nicht mehr gibt, und bekommt keine Ereignisse mehr.`,
        failing: `${url} ist fünf Tage lang fehlgeschlagen und bekommt keine Ereignisse mehr.`,
        retrying: `${url} nimmt keine Ereignisse an. Sie werden erneut versucht.`
      })[reason]
  },
  since: "seit",
  diagnosis: "Diese Installation",
  allFine: (count) => `Alle ${count} Prüfungen sind in Ordnung.`,
  checkedAt: "Geprüft",
  showFine: (count) => `${count} anzeigen, die in Ordnung sind`,
  findingLevels: { ok: "In Ordnung", warning: "Ansehen", problem: "Problem" },
  first: {
    title: "Senden Sie Ihre erste Mail",
    text: "Noch wurde nichts gesendet. Mit einem API-Schlüssel genügt eine Anfrage:",
    shell: "Shell",
    node: "Node.js",
    language: "Beispiele",
    key: "API-Schlüssel anlegen",
    domain: "Domain hinzufügen",
    domainText: "Mail von Ihrer eigenen Domain wird signiert und kommt an.",
    template: "Vorlage schreiben",
    templateText: "Texte, die sich ohne neue Version ändern lassen, in mehreren Sprachen.",
    keyText: "Einen für jede Anwendung, mit dem, was sie tun muss."
  }
}
