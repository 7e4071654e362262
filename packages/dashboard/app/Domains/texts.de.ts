import type { DomainTexts } from "./texts.en.js"

export const de: DomainTexts = {
  intro: "Domains, von denen Sie senden, durch DNS-Einträge bestätigt.",
  list: "Domains zum Senden",
  add: "Domain hinzufügen",
  emptyTitle: "Noch keine Domains",
  empty:
    "Fügen Sie die Domain hinter dem @ Ihres Absenders hinzu. Sie bekommen die nötigen Einträge, und die Seite meldet, sobald sie gefunden sind.",
  domain: "Domain",
  state: "Zustand",
  added: "Hinzugefügt",
  ready: "Bereit zum Senden",
  waiting: "Wartet auf DNS",
  checks: {
    spf: "SPF",
    dkim: "DKIM",
    dmarc: "DMARC",
    return_path: "Rückläufer",
    tracking: "Tracking"
  },
  why: {
    spf: "Nennt die Server, die für Ihre Domain senden dürfen.",
    dkim: "Veröffentlicht den Schlüssel, der Ihre Mail signiert.",
    dmarc: "Sagt, was Empfänger mit Mail tun, die beides nicht besteht.",
    return_path:
      "Holt Rückläufer unter Ihrem eigenen Namen zurück, damit SPF auch für DMARC zählt.",
    tracking: "Lässt Links in Ihrer Mail mit Ihrem eigenen Namen beginnen."
  },
  recordOk: "gefunden",
  recordMissing: "nicht gefunden",
  addTitle: "Domain zum Senden hinzufügen",
  addIntro:
    "Die Domain hinter dem @ der Absenderadresse. Eine Subdomain wie mail.example.com hält den Ruf dieser Mail von dem Ihrer übrigen Mail getrennt.",
  name: "Name der Domain",
  nameHint: "Etwa example.com oder mail.example.com.",
  next: "Weiter: die Einträge",
  steps: "Schritte",
  step: { name: "Domain nennen", records: "Einträge veröffentlichen", ready: "Bereit zum Senden" },
  recordsTitle: "DNS-Einträge",
  recordsIntro:
    "Legen Sie diese dort an, wo das DNS Ihrer Domain verwaltet wird. Lassen Sie andere Einträge, wie sie sind.",
  zone: "Zone",
  zoneHint: "Namen stehen hier, wie die Formulare der DNS-Anbieter sie wollen: ohne die Zone.",
  type: "Typ",
  host: "Name",
  value: "Wert",
  copyHost: (name: string) => `Name von ${name}`,
  copyFullHost: (name: string) => `vollständiger Name von ${name}`,
  copyValue: (name: string) => `Wert von ${name}`,
  fullHost: "Vollständiger Name",
  needed: "nötig",
  recommended: "empfohlen",
  unchecked: "Noch nicht geprüft",
  found: "Geprüft",
  problem: { missing: "Nicht gefunden", temperror: "DNS hat nicht geantwortet" },
  wrong: "Noch nicht richtig",
  showRecord: "Eintrag zeigen",
  expected: "Erwartet",
  foundNow: "Gefunden",
  nothingFound: "nichts",
  suggestion: "Stattdessen veröffentlichen",
  check: "Jetzt prüfen",
  checking: "DNS wird geprüft …",
  checked: "Zuletzt geprüft",
  checksAgain: "Prüft von selbst erneut, solange diese Seite offen ist.",
  checksNoMore: "Alles ist gefunden.",
  readyTitle: "Diese Domain ist bereit zum Senden",
  readyText: "SPF und DKIM sind gefunden. Sie können von jeder ihrer Adressen senden.",
  readyMore:
    "Einige empfohlene Einträge fehlen noch: Mail lässt sich senden, aber Empfänger trauen ihr vielleicht weniger.",
  waitingTitle: "Wartet auf die Einträge",
  waitingText:
    "Veröffentlichen Sie die Einträge unten. DNS braucht einige Minuten, selten Stunden, bis alle sie sehen.",
  warnings: "Was noch verhindern kann, dass Mail ankommt",
  rotate: "DKIM-Schlüssel austauschen",
  rotateTitle: "Den DKIM-Schlüssel austauschen?",
  rotateText: [
    "Ein neues Schlüsselpaar entsteht, und sein Eintrag kommt in die Liste. Der jetzige Schlüssel signiert, bis der neue Eintrag im DNS gefunden ist.",
    "Danach signiert der neue von selbst. Der bisherige Eintrag muss bleiben, bis die Mail angekommen ist, die er signiert hat; diese Seite sagt, ab wann er weg kann."
  ],
  rotateAction: "Neuen Schlüssel anlegen",
  rotated:
    "Der Eintrag des neuen Schlüssels steht in der Liste. Veröffentlichen Sie ihn, und lassen Sie den bisherigen stehen.",
  retiredTitle: "Bisherige Schlüssel",
  retiredIntro:
    "Diese signieren nicht mehr. Ihre Einträge müssen bleiben, bis die Mail angekommen ist, die sie signiert haben.",
  removeAfter: "Darf aus dem DNS entfernt werden",
  remove: "Domain entfernen",
  removeTitle: (domain: string) => `${domain} entfernen?`,
  removeText:
    "Ihre Schlüssel werden vernichtet, und Mail von ihren Adressen wird nicht mehr damit signiert. Um wieder von ihr zu senden, fügen Sie sie neu hinzu und veröffentlichen einen neuen DKIM-Eintrag.",
  wasAdded: (domain: string) => `${domain} wurde hinzugefügt.`,
  wasRemoved: (domain: string) => `${domain} wurde entfernt.`,
  facts: "Über diese Domain",
  selector: "Selektor, der signiert",
  verifiedAt: "Zum ersten Mal bereit"
}
