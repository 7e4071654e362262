import type { BrandTexts } from "./texts.en.js"

export const de: BrandTexts = {
  intro:
    "Aussehen und Fußzeile neuer Vorlagen aus Mustern. Gespeicherte Vorlagen ändern sich nicht.",
  look: "Aussehen",
  sender: "Absender",
  name: "Name",
  logo_url: "Logo",
  logo_urlHint: "Eine https-Adresse.",
  primary_color: "Knöpfe und Links",
  background_color: "Hintergrund",
  text_color: "Text",
  font_family: "Schrift",
  font_familyHint: "Wie in CSS, etwa Inter, Arial, sans-serif.",
  website_url: "Website",
  website_urlHint: "Eine https-Adresse. Das Logo führt dorthin.",
  support_email: "Adresse für Fragen",
  postal_address: "Postanschrift",
  postal_addressHint: "Steht in der Fußzeile. Manche Länder verlangen sie.",
  reset: "Zurücksetzen",
  resetTitle: "Marke zurücksetzen?",
  resetText: "Alle Angaben bekommen wieder ihre Vorgaben.",
  wasSaved: "Gespeichert. So sehen Muster ab jetzt aus.",
  preview: "Ein Muster in Ihrer Marke",
  previewOf: "Muster",
  previewSaved: "Zeigt die gespeicherte Marke. Speichern Sie, um Ihre Änderungen zu sehen."
}
