export const en = {
  intro: "Look and footer of new templates made from starters. Saved templates don't change.",
  look: "Look",
  sender: "Sender",
  name: "Name",
  logo_url: "Logo",
  logo_urlHint: "https:// URL",
  primary_color: "Buttons and links",
  background_color: "Background",
  text_color: "Text",
  font_family: "Font",
  font_familyHint: "CSS fonts, such as Inter, Arial, sans-serif",
  website_url: "Website",
  website_urlHint: "https:// URL that the logo links to",
  support_email: "Support address",
  postal_address: "Postal address",
  postal_addressHint: "Shown in the footer. Some countries require it.",
  reset: "Reset to defaults",
  resetTitle: "Reset the brand?",
  resetText: "All settings return to their defaults.",
  wasSaved: "Saved.",
  preview: "A starter in your brand",
  previewOf: "Starter",
  previewSaved: "Save to see your changes."
}

export type BrandTexts = typeof en
