import type { Texts } from "./en.js"

/** What all pages share, in German. */
export const de: Texts = {
  appName: "Telemark",
  skip: "Zum Inhalt springen",
  navigation: "Hauptnavigation",
  menu: "Menü",
  account: "Konto",
  signOut: "Abmelden",
  acting: {
    label: "Für wen Sie handeln",
    as: (tenant: string) => `Sie handeln als ${tenant}.`,
    hint: "Sie sehen, was diesem Mandanten gehört, und was Sie tun, geschieht als dieser Mandant.",
    gone: "Einen Mandanten dieses Namens gibt es nicht mehr.",
    paused: "Versand ist angehalten",
    back: (tenant: string) => `Zurück zu ${tenant}`
  },
  theme: { label: "Darstellung", system: "Wie das System", light: "Hell", dark: "Dunkel" },
  language: { label: "Sprache", en: "English", de: "Deutsch" },
  groups: {
    mail: "Mail",
    content: "Inhalte",
    sending: "Versand",
    integration: "Entwicklung",
    operation: "Verwaltung"
  },
  palette: {
    open: "Suchen",
    find: "Alles finden",
    label: "Suche und Befehle",
    field: "Seite, Nachricht oder Neues …",
    results: "Ergebnisse",
    nothing: "Nichts gefunden",
    groups: { pages: "Gehe zu", create: "Anlegen", messages: "Nachrichten" },
    creations: {
      key: "API-Schlüssel anlegen",
      template: "Vorlage anlegen",
      domain: "Domain hinzufügen"
    },
    openMessage: (id) => `Nachricht ${id} öffnen`,
    searchMessages: (text) => `Nachrichten nach „${text}“ durchsuchen`
  },
  pages: {
    overview: "Übersicht",
    messages: "Nachrichten",
    inbox: "Posteingang",
    templates: "Vorlagen",
    brand: "Marke",
    topics: "Themen",
    domains: "Domains",
    smtp: "SMTP-Server",
    suppressions: "Sperrliste",
    tracking: "Tracking",
    webhooks: "Webhooks",
    apiKeys: "API-Schlüssel",
    auditLog: "Änderungsprotokoll",
    feedbackSources: "Rückmeldungen",
    tenants: "Mandanten",
    docs: "API-Referenz"
  },
  loading: "Wird geladen …",
  retry: "Erneut versuchen",
  failed: "Das konnte nicht geladen werden.",
  refused: "Das hat nicht geklappt.",
  notFound: "Diese Seite gibt es nicht.",
  notFoundHint: "Die Adresse ist vielleicht falsch, oder Ihr Schlüssel zeigt die Seite nicht.",
  toOverview: "Zur Übersicht",
  close: "Schließen",
  cancel: "Abbrechen",
  save: "Speichern",
  saved: "Gespeichert.",
  remove: "Entfernen",
  create: "Anlegen",
  copy: "Kopieren",
  copied: "Kopiert",
  next: "Weiter",
  previous: "Zurück",
  firstPage: "Erste Seite",
  newest: "Neueste zuerst",
  pager: "Seiten der Liste",
  add: "Hinzufügen",
  edit: "Bearbeiten",
  exportCsv: "Als CSV exportieren",
  actions: "Aktionen",
  secretOnce:
    "Kopieren Sie das jetzt, und bewahren Sie es dort auf, wo nur Ihre Anwendung es lesen kann. Es wird nicht noch einmal gezeigt.",
  secretStored: "Ich habe es gespeichert",
  color: {
    pick: (what: string) => `${what}: Farbe wählen`,
    brand: (color: string) => `Farbe der Marke ${color}`,
    usual: "Üblich",
    clear: (what: string) => `${what}: die übliche`
  },
  none: "keine",
  never: "nie",
  dueNow: "jetzt fällig",
  yes: "ja",
  no: "nein",
  typeToConfirm: (name: string) => `Zur Bestätigung ${name} eingeben`,
  statuses: {
    queued: "In der Warteschlange",
    sending: "Wird gesendet",
    processing: "Wird gesendet",
    deferred: "Wartet auf neuen Versuch",
    sent: "Gesendet",
    failed: "Fehlgeschlagen",
    bounced: "Unzustellbar",
    complained: "Spam-Meldung",
    delivered: "Zugestellt",
    cancelled: "Abgebrochen",
    scheduled: "Geplant"
  },
  signIn: {
    title: "Bei Telemark anmelden",
    key: "API-Schlüssel",
    keyHint: "Der erste Start hat einen ausgegeben. Einen Link zum Anmelden gibt aus:",
    inClone: ", in einem Klon",
    submit: "Anmelden",
    byLink: "Anmeldung mit Ihrem Link …",
    linkFailed:
      "Dieser Link gilt nicht mehr. Links melden nur einmal an; telemark dashboard gibt einen neuen aus.",
    byHost: "Sie sind nicht angemeldet",
    byHostHint:
      "Diese Oberfläche gehört zu einer anderen Anwendung. Melden Sie sich dort an und versuchen Sie es dann noch einmal.",
    privacy:
      "Der Schlüssel wird gegen ein Cookie getauscht, das 12 Stunden gilt. Der Browser behält den Schlüssel nicht."
  }
}
