import type { DesignerTexts } from "./texts.en.js"

/** The block designer's texts in German. */
export const de: DesignerTexts = {
  designer: "Baustein-Editor",
  palette: "Baustein hinzufügen",
  mail: "Mail",
  block: "Baustein",
  kinds: {
    heading: "Überschrift", text: "Text", button: "Schaltfläche", image: "Bild", columns: "Spalten", divider: "Trennlinie", spacer: "Abstand", social: "Soziale Netze", footer: "Fußzeile"
  },
  samples: {
    heading: "Ihre Überschrift", text: "Hier steht Ihr Text.", button: "Öffnen", image: "Das Bild beschreiben", footer: "Ihre Firma, Straße, Ort"
  },
  undo: "Rückgängig",
  redo: "Wiederholen",
  view: "Breite der Vorschau",
  desktop: "Desktop",
  mobile: "Mobil",
  emptyTitle: "Diese Mail ist noch leer",
  emptyHint: "Wählen Sie oben einen Baustein, oder ziehen Sie ihn hierher.",
  emptyColumn: (number) => `In Spalte ${number} einfügen`,
  chosenColumn: (number) => `Der nächste Baustein kommt in Spalte ${number}`,
  columnOf: (number, count) => `Spalte ${number} von ${count}`,
  tools: (kind) => `Werkzeuge für ${kind}`,
  drag: "Zum Verschieben ziehen",
  moveUp: "Nach oben",
  moveDown: "Nach unten",
  moveLeft: "In die linke Spalte",
  moveRight: "In die rechte Spalte",
  duplicate: "Duplizieren",
  remove: "Löschen",
  nest: "In Spalten setzen",
  addAfter: "Baustein danach einfügen",
  inspector: "Eigenschaften",
  tabs: { block: "Baustein", theme: "Design" },
  nothingChosen: "Wählen Sie in der Mail einen Baustein, um ihn zu ändern.",
  keys: "Mit der Tastatur: Pfeiltasten wählen einen Baustein, Alt und Pfeiltasten verschieben ihn, Eingabe bearbeitet ihn, Entf löscht ihn, Strg+D dupliziert ihn.",
  fields: {
    text: "Text", level: "Größe", align: "Ausrichtung", color: "Textfarbe", label: "Beschriftung", href: "Link", backgroundColor: "Farbe der Schaltfläche", src: "Adresse des Bilds", alt: "Alternativtext", width: "Breite",
    lineColor: "Farbe der Linie", height: "Höhe in Pixeln", networkName: "Name", networkHref: "Link", unsubscribeUrl: "Abmeldelink", columns: "Anzahl der Spalten"
  },
  hints: {
    alt: "Wird vorgelesen, und gezeigt, bis das Bild geladen ist.", width: "Etwa 200px oder 50%. Leer: die volle Breite.", imageLink: "Wohin ein Klick auf das Bild führt. Darf leer sein.",
    unsubscribeUrl: "Darf leer oder ein Platzhalter sein.", image: "Der Editor zeigt, wo es stehen wird; von anderen Servern lädt er nichts."
  },
  levels: { 1: "Groß", 2: "Mittel", 3: "Klein" },
  aligns: { left: "Links", center: "Mitte", right: "Rechts" },
  network: (number) => `Profil ${number}`,
  addNetwork: "Profil hinzufügen",
  removeNetwork: (name) => `${name} entfernen`,
  theme: {
    backgroundColor: "Hintergrund", contentBackgroundColor: "Hintergrund des Inhalts", linkColor: "Links und Schaltflächen", fontFamily: "Schrift", width: "Breite des Inhalts", brand: "Wie die Marke", reset: "Wie üblich",
    hint: "Die Textfarbe wird so gewählt, dass sie auf dem Hintergrund lesbar ist. Die dunkle Darstellung entsteht aus diesen Farben."
  },
  variable: "Variable einfügen",
  variableInto: (field) => `Variable in ${field} einfügen`,
  formatting: "Formatierung",
  formats: { strong: "Fett", em: "Kursiv", u: "Unterstrichen", s: "Durchgestrichen", ul: "Aufzählung", ol: "Nummerierte Liste", a: "Link" },
  linkTo: "Link auf",
  setLink: "Verlinken",
  unlink: "Link entfernen",
  cancel: "Abbrechen",
  asHtml: "HTML",
  sourceOnly: "Dieser Text enthält Auszeichnungen, die der visuelle Editor verändern würde. Darum wird er als HTML bearbeitet.",
  rules: {
    characters: (max) => `Darf höchstens ${max} Zeichen haben.`,
    color: "Muss eine Farbe wie #1a2b3c sein.",
    empty: "Ist leer.",
    font: "Müssen Schriftnamen sein, durch Kommas getrennt.",
    image: "Muss eine Adresse mit http oder https oder ein Platzhalter sein.",
    link: "Muss ein Link sein: https, mailto, tel oder ein Platzhalter.",
    mergeTag: "Enthält einen unvollständigen Platzhalter. Schreiben Sie {{name}}.",
    sample: "Ist ein Beispiel: Setzen Sie Ihre eigene Adresse ein.",
    size: (max) => `Die Mail ist zu groß: höchstens ${max} Zeichen.`,
    spacer: (max) => `Muss eine ganze Zahl von 0 bis ${max} sein.`,
    width: "Muss eine Breite wie 600px oder 50% sein."
  },
  summary: (problems) => problems === 1 ? "1 Stelle zu verbessern" : `${problems} Stellen zu verbessern`,
  full: (max) => `Eine Mail hat höchstens ${max} Bausteine.`,
  tooLarge: "Die Mail würde zu groß.",
  said: {
    added: (kind, place) => `${kind} hinzugefügt. ${place}`,
    moved: (kind, place) => `${kind} verschoben. ${place}`,
    removed: (kind) => `${kind} gelöscht.`,
    duplicated: (kind, place) => `${kind} dupliziert. ${place}`,
    nested: (kind) => `${kind} in Spalten gesetzt.`,
    undone: "Rückgängig gemacht.",
    redone: "Wiederholt.",
    nowhere: "Weiter lässt es sich nicht verschieben.",
    place: (index, count) => `Position ${index} von ${count}.`,
    placeInColumn: (index, count, column) => `Spalte ${column}, Position ${index} von ${count}.`
  }
}
