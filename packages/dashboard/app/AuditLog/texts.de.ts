import type { AuditTexts } from "./texts.en.js"

export const de: AuditTexts = {
  intro: "Wer was wann und von wo geändert hat. Werte werden nicht festgehalten.",
  list: "Änderungen",
  time: "Zeit",
  operation: "Vorgang",
  target: "Geändert",
  targetHint: "Eine ID oder eine Art wie domain",
  actor: "Von wem",
  tenant: "Mandant",
  from: "Von wo",
  any: "Alle",
  refused: "Abgelehnt",
  emptyTitle: "Noch wurde nichts geändert",
  empty: "Änderungen an Einstellungen, Schlüsseln und Vorlagen sowie Anmeldungen stehen hier.",
  emptyFilter: "Keine Änderung passt dazu.",
  kinds: {
    key: "API-Schlüssel",
    operator: "Betreiber",
    member: "Mitglied",
    person: "Person",
    command_line: "Kommandozeile",
    application: "Anwendung"
  }
}
