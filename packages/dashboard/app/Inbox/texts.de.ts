import { featureTexts } from "./featureTexts.de.js"
import type { InboxTexts } from "./texts.en.js"

export const de: InboxTexts = {
  intro: "Mail, die abgefangen statt gesendet wurde. Aktualisiert sich selbst.",
  kept: "Aufgehoben werden nur die neuesten 500 Mails, zusammen bis zu 64 MiB, und nur solange Mail hier abgefangen wird.",
  list: "Abgefangene Mail",
  subject: "Betreff",
  to: "An",
  from: "Von",
  sentBy: (from) => `von ${from}`,
  captured: "Abgefangen",
  noSubject: "(ohne Betreff)",
  search: "Suche",
  searchHint: "Ein Teil des Empfängers oder des Betreffs",
  nothingTitle: "Keine abgefangene Mail passt dazu",
  nothing: "Suchen Sie nach einem anderen Teil der Adresse des Empfängers oder des Betreffs.",
  nothingOlder: "Ältere Mail gibt es nicht",
  emptyTitle: "Noch keine Mail",
  empty:
    "Dieser Server fängt Mail ab, statt sie zu senden. Was Sie mit einem API-Schlüssel dieses Mandanten senden, erscheint hier binnen einer Sekunde. Legen Sie einen Schlüssel an, setzen Sie TELEMARK_KEY auf ihn, und führen Sie das aus:",
  emptyCode: "Befehl, der eine Mail sendet",
  toKeys: "API-Schlüssel",
  released: "Freigegeben",
  releasedTo: (to) => `Freigegeben an ${to}`,
  release: "Freigeben",
  releaseTitle: "Diese Mail an eine echte Adresse senden",
  releaseText:
    "Sie wird gesendet, wie sie abgefangen wurde: über den SMTP-Server dieses Mandanten oder, wenn er keinen hat, über den des Betreibers. Der Empfänger, den sie nennt, bleibt, wie er ist.",
  releaseTo: "Adresse",
  releaseHint: "Wer die Mail wirklich bekommt",
  releaseAction: "Senden",
  noServer: "Es gibt keinen Mailserver, der sie senden könnte: Mails werden hier abgefangen.",
  setUpServer: "SMTP-Server einrichten",
  askForServer: "Bitten Sie jemanden, der den SMTP-Server ändern darf, einen einzurichten.",
  wasReleased: (to) => `Der Mailserver hat die Mail für ${to} angenommen.`,
  reply: "Die Antwort des Mailservers",
  remove: "Löschen",
  removeTitle: "Diese Mail löschen?",
  removeText: (subject, to) =>
    `„${subject}“ an ${to} verschwindet aus dem Posteingang. Das Protokoll der Nachrichten bleibt.`,
  wasRemoved: "Die Mail wurde gelöscht.",
  clear: "Alle löschen",
  clearTitle: "Alle abgefangenen Mails löschen?",
  clearText:
    "Alle abgefangenen Mails dieses Mandanten verschwinden aus dem Posteingang, nicht nur die gezeigten. Das Protokoll der Nachrichten bleibt. Das lässt sich nicht rückgängig machen.",
  wasCleared: "Alle abgefangenen Mails wurden gelöscht.",
  back: "Alle abgefangenen Mails",
  one: "Abgefangene Mail",
  goneTitle: "Diese Mail ist nicht mehr im Posteingang",
  gone: "Sie wurde gelöscht, oder neuere Mail hat ihren Platz eingenommen. Vielleicht steht sie noch im Protokoll der Nachrichten.",
  toLog: "Was aus ihr wurde",
  id: "ID der Nachricht",
  tabs: { links: "Links", compatibility: "Verträglichkeit" },
  cut: (count) => `Diese Mail ist sehr lang. Geprüft wurden ihre ersten ${count} Zeichen.`,
  cutLinks: (characters, links) =>
    `Diese Mail ist sehr lang. Geprüft wurden ihre ersten ${characters} Zeichen und ${links} verschiedene Links.`,
  noLinks: "Diese Mail hat keine Links.",
  linksIntro:
    "Geprüft wurde nur, was in ihnen steht: Keiner wurde geöffnet, eine fehlende Seite fällt also nicht auf.",
  linkCount: (total, problems) => `Geprüfte Links: ${total}. Mit einem Problem: ${problems}.`,
  linkGood: (total) => `Geprüfte Links: ${total}. Kein Problem gefunden.`,
  linksShown: (shown, total) => `Gezeigt werden die ersten ${shown} von ${total}.`,
  link: "Link",
  where: "In",
  whereOf: { html: "HTML", text: "Text" },
  times: (count) => `${count}-mal`,
  noAddress: "(keine Adresse)",
  finding: "Befund",
  fine: "Nichts gefunden",
  linkProblems: {
    empty: ["Führt nirgendwohin", "Geben Sie ihm eine Adresse."],
    placeholder: [
      "Platzhalter übrig",
      "Eine Variable hat keinen Wert oder gehört nicht zur Vorlage. Senden Sie den Wert mit, oder berichtigen Sie den Namen."
    ],
    fragment: [
      "Innerhalb der Mail",
      "Viele Programme springen nicht innerhalb einer Mail. Verlinken Sie die ganze Adresse einer Seite."
    ],
    relative: [
      "Relativ",
      "Eine Mail hat keine eigene Adresse. Schreiben Sie die ganze, von https:// an."
    ],
    script: ["Skript", "Jedes Programm entfernt es. Verlinken Sie eine Seite."],
    file: [
      "Keine Seite",
      "Mailprogramme sperren Links mit data: und file:. Verlinken Sie eine Seite, oder hängen Sie die Datei an."
    ],
    noHost: ["Kein Server", "Die Adresse nennt keinen Server. Schreiben Sie ihn hinter https://."],
    malformed: [
      "Keine Adresse",
      "Kein Browser versteht sie. Suchen Sie nach Leerzeichen und nach Zeichen, die kodiert werden müssen."
    ],
    local: [
      "Dieser Computer",
      "Er führt zum Computer des Empfängers selbst. Nehmen Sie die Adresse, unter der alle Ihre Seite erreichen."
    ],
    private: [
      "Privates Netz",
      "Außerhalb Ihres Netzes erreicht das niemand. Nehmen Sie die Adresse, unter der alle Ihre Seite erreichen."
    ],
    insecure: ["Unverschlüsselt", "Verlinken Sie https://: Vor http: warnen Mailprogramme."],
    noAddress: [
      "Kein Empfänger",
      "Setzen Sie hinter mailto: eine E-Mail-Adresse oder hinter tel: eine Nummer."
    ],
    scheme: [
      "Ungewöhnliches Schema",
      "Viele Programme entfernen Links, die nicht mit https:, mailto: oder tel: beginnen."
    ]
  },
  ownList:
    "Das ist unsere eigene kurze Liste dessen, was Mailprogramme können, nach dem, was allgemein von ihnen bekannt ist. Sie ist kein Test in diesen Programmen, und die ändern sich: Sehen Sie sich wichtige Mails in den Programmen selbst an.",
  allFine: "Nichts in dieser Mail steht auf unserer Liste. Sie sollte überall gleich aussehen.",
  noHtml: "Diese Mail hat kein HTML, nur Text: Jedes Programm zeigt ihn.",
  feature: "Was die Mail verwendet",
  advice: "Was zu tun ist",
  count: (count) => `${count} ×`,
  clients: {
    gmail: "Gmail",
    outlook: "Outlook (Windows)",
    outlookCom: "Outlook.com",
    apple: "Apple Mail",
    yahoo: "Yahoo"
  },
  support: { yes: "ja", partly: "teils", no: "nein" },
  anyClient: "–",
  features: featureTexts
}
