import type { OverviewTexts } from "./texts.en.js"

export const de: OverviewTexts = {
  period: "Zeitraum",
  periods: { "24h": "24 Stunden", "7d": "7 Tage", "30d": "30 Tage", "90d": "90 Tage" },
  figures: {
    sent: "Insgesamt gesendet",
    delivered: "Zugestellt",
    bounced: "Unzustellbar",
    complained: "Spam-Meldungen",
    failed: "Fehlgeschlagen",
    opened: "Geöffnet",
    clicked: "Geklickt",
    unsubscribed: "Abgemeldet"
  },
  hints: {
    sent: "",
    delivered: "Noch nichts gemeldet",
    bounced: "",
    complained: "",
    failed: ""
  },
  ofLimit: (rate, limit) => `${rate} aller gesendeten, Grenze ${limit}`,
  ofSent: (rate) => `${rate} aller gesendeten`,
  ofAll: (rate) => `${rate} aller versuchten`,
  comparison: "Verglichen mit dem Zeitraum davor",
  points: (value) => `${value} Pp.`,
  definition:
    "Insgesamt gesendet: zugestellt, unzustellbar oder von einem Mailserver übernommen, ohne Meldung seither. Änderungen gegenüber dem Zeitraum davor.",
  monthly: (share, limit) => `${share} von ${limit} in diesem Monat`,
  engagement: "Leser",
  engagementHint: "Jede Nachricht zählt einmal. Was Programme öffnen und anklicken, zählt nicht.",
  chartTitle: "Mail im Verlauf",
  chart: "Mail im Verlauf. Die Pfeiltasten lesen einen Balken nach dem anderen vor.",
  layers: {
    delivered: "Zugestellt",
    unreported: "Gesendet, ohne Meldung",
    bounced: "Unzustellbar",
    failed: "Fehlgeschlagen"
  },
  rate: { hour: "Rücklaufquote, 24 Stunden", day: "Rücklaufquote, 7 Tage" },
  tooEarly: {
    hour: "Alle Mail ist bisher aus einer Stunde",
    day: "Alle Mail ist bisher von einem Tag"
  },
  tooEarlyHint: "Das Diagramm erscheint, sobald es mehr zu vergleichen gibt.",
  showNumbers: "Zahlen anzeigen",
  numbers: "Mail im Verlauf, in Zahlen",
  noMail: "Keine Mail in diesem Zeitraum.",
  hour: "Stunde",
  day: "Tag (UTC)",
  queue: "Warteschlange",
  queued: "Wartend",
  sending: "Wird gesendet",
  deferred: "Wartet auf neuen Versuch",
  scheduled: "Geplant",
  oldest: "Am längsten fällig",
  nothingDue: "nichts",
  timeToSend: "Dauer bis zum Versand",
  timeToSendOf: (count) => `von ${count} Nachrichten`,
  p50: "Median",
  p95: "95. Perzentil",
  reputation: "Ansehen",
  windows: { hour: "Letzte Stunde", day: "24 Stunden", week: "7 Tage" },
  window: "Zeitraum",
  bounceRate: "Falsche Adressen",
  complaintRate: "Spam-Meldungen",
  level: "Stand",
  levels: { ok: "In Ordnung", warn: "Warnung", pause: "Über der Grenze" },
  measures: { bounces: "falsche Adressen", complaints: "Spam-Meldungen" },
  tooFew: (least) => `Unter ${least} gesendeten nicht beurteilt`,
  above: (limit, measure, fewerThan) =>
    fewerThan === null
      ? `Über ${limit} ${measure}`
      : `Über ${limit}, aber weniger als ${fewerThan} ${measure}`,
  reputationNote: (bounces, complaints) =>
    `Falsche Adressen: Die Adresse oder ihre Domain nimmt keine Mail. Warnung über ${bounces[0]} falschen Adressen oder ${complaints[0]} Spam-Meldungen aller gesendeten; Grenze ${bounces[1]} oder ${complaints[1]}.`,
  attention: "Braucht Aufmerksamkeit",
  open: {
    paused: "Nachrichten ansehen",
    reputation: "Rückläufer ansehen",
    queue: "Warteschlange ansehen",
    smtp: "Server prüfen",
    domain: "Einträge ansehen",
    endpoint: "Zustellungen ansehen",
    finding: "Öffnen"
  },
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
        ? `${domain ?? "Ihre Mail"}: Falsche Adressen oder Spam-Meldungen sind über der Grenze.`
        : `${domain ?? "Ihre Mail"}: Falsche Adressen oder Spam-Meldungen sind nahe der Grenze.`,
    queue: "Fällige Mail wartet länger, als sie sollte.",
    smtp: "Ihr SMTP-Server lehnt die Anmeldung ab, daher wartet Mail.",
    domain: ({ domain, missing, tone }) =>
      tone === "bad"
        ? `${domain} ist nicht bereit zum Senden: ${missing.join(", ")} fehlt.`
        : `${domain} darf senden, aber ${missing.join(" und ")} fehlt.`,
    endpoint: ({ reason, url }) =>
      ({
        gone: `${url} hat mit 410 (Gone) geantwortet und bekommt keine Ereignisse mehr.`,
        failing: `${url} ist fünf Tage lang fehlgeschlagen und bekommt keine Ereignisse mehr.`,
        retrying: `${url} schlägt fehl. Seine Ereignisse werden erneut versucht.`
      })[reason]
  },
  since: "seit",
  diagnosis: "Installation",
  nothingElse: "Keine Probleme gefunden.",
  checkedAt: "Geprüft",
  showFine: (count) => `${count} Prüfungen bestanden`,
  findingLevels: { ok: "In Ordnung", warning: "Warnung", problem: "Fehler" },
  first: {
    title: "Senden Sie Ihre erste Mail",
    text: "Legen Sie einen API-Schlüssel an und führen Sie aus:",
    shell: "Shell",
    node: "Node.js",
    language: "Beispiele",
    key: "API-Schlüssel anlegen",
    domain: "Domain hinzufügen",
    domainText: "Damit Ihre Mail signiert wird.",
    template: "Vorlage anlegen",
    templateText: "Texte ohne neue Version ändern.",
    keyText: "Einen für jede Anwendung."
  }
}
