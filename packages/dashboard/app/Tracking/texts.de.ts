import type { TrackingTexts } from "./texts.en.js"

export const de: TrackingTexts = {
  intro: 'Voreinstellung für neue Mail. Eine Mail kann mit "track" davon abweichen.',
  what: "Was gemessen wird",
  opens: "Öffnungen",
  opensHint:
    "Ein unsichtbares Bild im HTML meldet, dass die Mail geöffnet wurde. Viele Mailprogramme laden keine Bilder oder laden sie von selbst: Die Zahlen sind ein Anhaltspunkt.",
  clicks: "Klicks",
  clicksHint:
    'Links im HTML führen über diesen Dienst, der meldet, wenn ihnen jemand folgt. Ein Link mit data-track="off" bleibt, wie er ist.',
  unavailableTitle: "Noch lässt sich nichts messen",
  unavailable:
    "Dieser Dienst hat keine Adresse im Internet. Der Betreiber stellt sie mit TELEMARK_PUBLIC_URL ein, oder mit publicUrl von createTelemark.",
  privacyTitle: "Bevor Sie es einschalten",
  privacy: [
    "In vielen Ländern brauchen Sie die Einwilligung der Leser, um zu sehen, ob sie eine Mail öffnen. Ein neues Passwort kommt auch ohne Tracking an.",
    "Gespeichert werden Zeit, Link und das Programm, das gefragt hat. Die IP-Adresse der Leser wird nicht gespeichert, und kein Cookie wird gesetzt.",
    'Ein Link mit einem Geheimnis, etwa für ein neues Passwort, stünde in Ihren Ereignissen und Webhooks: Kennzeichnen Sie ihn mit data-track="off".',
    "Mit einem Tracking-Eintrag bei Ihrer Domain beginnen Links mit Ihrem eigenen Namen und sehen weniger nach Phishing aus. Die Seite der Domain zeigt den Eintrag."
  ],
  wasSaved: "Gespeichert. Es gilt für neue Mail."
}
