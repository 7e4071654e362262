import { useLanguage } from "../Texts/index.js"

/** What CodeMirror says, by its English words. */
const german: Readonly<Record<string, string>> = {
  Find: "Suchen",
  Replace: "Ersetzen",
  next: "nächstes",
  previous: "voriges",
  all: "alle",
  "match case": "Groß- und Kleinschreibung",
  "by word": "ganze Wörter",
  regexp: "regulärer Ausdruck",
  replace: "ersetzen",
  "replace all": "alle ersetzen",
  close: "schließen",
  "Go to line": "Zu Zeile",
  go: "los",
  Diagnostics: "Fehler und Hinweise",
  "No diagnostics": "Keine Fehler",
  "Fold line": "Zuklappen",
  "Unfold line": "Aufklappen",
  "folded code": "zugeklappt",
  unfold: "aufklappen",
  to: "bis",
  Completions: "Vorschläge",
  "$ unchanged lines": "$ gleiche Zeilen"
}
const english: Readonly<Record<string, string>> = {}

export const usePhrases = (): Readonly<Record<string, string>> =>
  useLanguage().language === "de" ? german : english
