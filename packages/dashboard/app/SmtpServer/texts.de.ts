import type { SmtpTexts } from "./texts.en.js"

export const de: SmtpTexts = {
  intro: "Alle Mail über Ihren eigenen Server oder Anbieter senden.",
  emptyTitle: "Standard-Relay wird verwendet",
  empty:
    "Wenn Sie ein Konto bei einem Anbieter haben oder selbst einen Mailserver betreiben, tragen Sie ihn hier ein. Vor dem Speichern wird er mit einer Anmeldung geprüft.",
  setUp: "Server einrichten",
  server: "Server",
  working: "Funktioniert",
  failing: "Lehnt die Anmeldung ab",
  provider: "Anbieter",
  custom: "Ein anderer Server",
  host: "Host",
  port: "Port",
  portHint: "Meist 587, oder 465.",
  username: "Benutzername",
  password: "Passwort",
  passwordHint:
    "Es wird verschlüsselt gespeichert und nie wieder gezeigt. Geben Sie es bei jeder Änderung neu ein.",
  passwordStored: "gespeichert, wird nie gezeigt",
  tls: "TLS verlangen",
  tlsHint:
    "Mail wartet dann lieber, als ohne TLS und gültiges Zertifikat zu gehen. Lassen Sie es an, außer der Server steht in Ihrem eigenen Netz.",
  tlsRequired: "verlangt",
  tlsOptional: "wenn der Server es anbietet",
  sender: "Absender",
  senderHint: "Gilt, wenn beim Senden keiner genannt wird.",
  fromEmail: "Adresse",
  fromName: "Name",
  more: "Weiteres",
  ehlo: "Name für EHLO",
  ehloHint: "Nur, wenn der Server einen bestimmten will.",
  saveAndTest: "Prüfen und speichern",
  testing: "Wird geprüft …",
  savedText: "Der Server hat die Anmeldung angenommen und ist gespeichert.",
  test: "Erneut prüfen",
  testOk: "Der Server hat die Anmeldung angenommen.",
  testFailed: "Der Server ließ sich nicht verwenden",
  notSaved: "Nicht gespeichert: Die Prüfung ist fehlgeschlagen",
  stageLabel: "Schritt",
  stages: {
    dns: "Host finden",
    connect: "Verbinden",
    greeting: "Begrüßung",
    tls: "TLS aufbauen",
    auth: "Anmeldung",
    timeout: "Auf Antwort warten",
    protocol: "SMTP sprechen",
    policy: "Netzregeln"
  },
  stageOrder: "Schritte der Prüfung",
  change: "Ändern",
  savedAt: "Gespeichert",
  removeTitle: "Den Server entfernen?",
  removeText:
    "Ab jetzt nimmt Ihre Mail den Weg dieses Dienstes, auch Mail, die schon wartet. Das Passwort wird vernichtet.",
  wasRemoved: "Der Server wurde entfernt."
}
