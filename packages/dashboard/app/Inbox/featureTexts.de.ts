import type { featureTexts as en } from "./featureTexts.en.js"

export const featureTexts: typeof en = {
  flexbox: [
    "Flexbox",
    "Setzen Sie Spalten in eine Tabelle. Nehmen Sie Flexbox nur für das, was auch untereinander stehen darf."
  ],
  grid: ["Grid", "Setzen Sie Spalten in eine Tabelle."],
  gap: ["Gap", "Nehmen Sie für Abstände den Innenabstand von Zellen."],
  position: [
    "Positionierung",
    "Lassen Sie Elemente aufeinander folgen. Text auf einem Bild gehört ins Bild, oder die Zelle bekommt einen Hintergrund."
  ],
  float: ["Float", "Nehmen Sie Zellen einer Tabelle oder das Attribut align des Bildes."],
  maxWidth: [
    "Höchstbreite",
    "Outlook für Windows richtet sich nach dem Attribut width: Setzen Sie es auch, wenn nötig in einem bedingten Kommentar."
  ],
  negativeMargin: ["Negative Abstände", "Verkleinern Sie stattdessen den Abstand davor."],
  backgroundImage: [
    "Hintergrundbilder",
    "Setzen Sie auch eine Hintergrundfarbe, auf der der Text lesbar ist. Für Outlook brauchen Sie VML, oder Sie verzichten darauf."
  ],
  gradient: [
    "Farbverläufe",
    "Setzen Sie davor eine Hintergrundfarbe, die dann stattdessen erscheint."
  ],
  borderRadius: [
    "Runde Ecken",
    "In Outlook für Windows sind die Ecken eckig. Prüfen Sie, ob das gut aussieht."
  ],
  boxShadow: ["Schatten", "Setzen Sie einen Rahmen, wo die Kante sichtbar sein muss."],
  opacity: ["Deckkraft", "Nehmen Sie eine Farbe, die selbst heller ist."],
  objectFit: [
    "Eingepasste Bilder",
    "Schneiden Sie das Bild selbst auf die Größe zu, in der es erscheint."
  ],
  transform: ["Transformationen", "Machen Sie Gedrehtes und Skaliertes zum Teil eines Bildes."],
  animation: [
    "Animationen",
    "Der erste Zustand muss alles sagen; oder nehmen Sie ein animiertes GIF."
  ],
  variables: [
    "CSS-Variablen",
    "Schreiben Sie die Werte selbst. Eine Vorlage oder MJML kann sie einsetzen."
  ],
  calc: ["calc()", "Schreiben Sie davor eine feste Länge oder einen Prozentwert."],
  clamp: [
    "clamp(), min(), max()",
    "Schreiben Sie davor eine feste Länge, die dann stattdessen gilt."
  ],
  style: [
    "Stile im Kopf",
    "Was nicht verloren gehen darf, gehört in style-Attribute: Manche Apps lassen den Block weg."
  ],
  styleInBody: ["Stile im Rumpf", "Verschieben Sie den Block in den Kopf."],
  largeStyle: [
    "Mehr als 8 kB Stile",
    "Gmail lässt den Block weg. Kürzen Sie ihn, oder teilen Sie ihn auf."
  ],
  externalStyles: ["Stile von anderswo", "Schreiben Sie die Stile in die Mail."],
  media: [
    "Media Queries",
    "Die Mail muss auch ohne sie lesbar sein: mit einer Spalte oder mit Zellen, die umbrechen."
  ],
  colorScheme: [
    "Farben für den Dunkelmodus",
    "Wählen Sie Farben, die auch lesbar bleiben, wenn ein Programm sie umkehrt."
  ],
  hover: ["Hover", "Nichts darf davon abhängen: Telefone haben keinen Mauszeiger."],
  webFont: [
    "Webschriften",
    "Nennen Sie dahinter Schriften, die jeder Computer hat, und sehen Sie sich die Mail mit diesen an."
  ],
  video: ["Video und Audio", "Zeigen Sie ein Bild, das zu einer Seite mit der Aufnahme führt."],
  form: ["Formulare", "Verlinken Sie eine Seite mit dem Formular."],
  svg: ["SVG im HTML", "Nehmen Sie ein PNG in der doppelten Größe der Anzeige."],
  svgImage: ["SVG-Bilder", "Nehmen Sie ein PNG in der doppelten Größe der Anzeige."],
  picture: ["<picture>", "Stattdessen erscheint das <img> darin: Es muss genügen."],
  srcset: ["srcset", "Stattdessen erscheint das Bild aus src: Geben Sie ihm die doppelte Größe."],
  webp: ["WebP", "Nehmen Sie JPEG oder PNG."],
  dataImage: [
    "Bilder als data:-Adressen",
    "Hängen Sie das Bild an und verweisen Sie mit cid: darauf, oder verlinken Sie es."
  ],
  script: [
    "Skripte",
    "Jedes Programm entfernt sie, und manche Filter halten sie für einen Angriff. Nehmen Sie sie heraus."
  ],
  embedded: [
    "Eingebettete Seiten",
    "Mailprogramme entfernen <iframe>, <object> und <embed>. Verlinken Sie die Seite."
  ],
  clipped: [
    "Mehr als 102 kB HTML",
    "Gmail zeigt den Anfang und verbirgt den Rest hinter einem Link, auch den Link zum Abmelden. Kürzen Sie die Mail."
  ],
  missingAlt: [
    "Bilder ohne Text",
    "Ergänzen Sie alt: Es wird vorgelesen, und es erscheint, solange Bilder gesperrt sind. Bei reinem Schmuck lassen Sie es leer."
  ],
  noText: [
    "Kein reiner Text",
    "Senden Sie Text neben dem HTML: Manche lesen ihn lieber, und Spamfilter achten darauf."
  ]
}
