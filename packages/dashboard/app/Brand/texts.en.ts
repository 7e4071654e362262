export const en = {
  intro:
    "How the starters look, and what their footer says. Templates that you have saved don't change.",
  look: "Look",
  sender: "Sender",
  name: "Name",
  logo_url: "Logo",
  logo_urlHint: "An https address.",
  primary_color: "Buttons and links",
  background_color: "Ground",
  text_color: "Text",
  font_family: "Font",
  font_familyHint: "As in CSS, such as Inter, Arial, sans-serif.",
  website_url: "Website",
  website_urlHint: "An https address. The logo links to it.",
  support_email: "Address for questions",
  postal_address: "Postal address",
  postal_addressHint: "Stands in the footer. Some countries demand it.",
  reset: "Reset to defaults",
  resetTitle: "Reset the brand?",
  resetText: "All settings get their defaults again.",
  wasSaved: "Saved. Starters look like this from now on.",
  preview: "A starter in your brand",
  previewOf: "Starter",
  previewSaved: "Shows the saved brand. Save to see your changes."
}

export type BrandTexts = typeof en
