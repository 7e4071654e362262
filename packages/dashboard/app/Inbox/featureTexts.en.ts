import type { FeatureName } from "./features.js"

/** What each feature is called, and what to do about it. */
export const featureTexts: Readonly<Record<FeatureName, readonly [name: string, advice: string]>> =
  {
    flexbox: [
      "Flexbox",
      "Put columns into a table. Use flexbox only for what may also stand one below the other."
    ],
    grid: ["Grid", "Put columns into a table."],
    gap: ["Gap", "Use padding of cells for distances."],
    position: [
      "Positioning",
      "Let elements follow each other. For text on a picture, make it part of the picture or give the cell a background."
    ],
    float: ["Float", "Use cells of a table, or the attribute align of the image."],
    maxWidth: [
      "Maximum width",
      "Outlook for Windows obeys the attribute width: set it as well, within a conditional comment if need be."
    ],
    negativeMargin: ["Negative margins", "Make the distance before it smaller instead."],
    backgroundImage: [
      "Background images",
      "Set a background colour, too, on which the text can be read. For Outlook, add VML or do without."
    ],
    gradient: ["Gradients", "Set a background colour before it, which is shown instead."],
    borderRadius: [
      "Round corners",
      "Corners are square in Outlook for Windows. Check that this looks fine."
    ],
    boxShadow: ["Shadows", "Add a border where the edge must be seen."],
    opacity: ["Opacity", "Use a colour that is lighter by itself."],
    objectFit: ["Fitted images", "Crop the image itself to the size at which it is shown."],
    transform: ["Transforms", "Make what is turned or scaled part of an image."],
    animation: ["Animations", "Let the first state say everything, or use an animated GIF."],
    variables: [
      "CSS variables",
      "Write the values themselves. A template or MJML can fill them in."
    ],
    calc: ["calc()", "Write a fixed length or a percentage before it."],
    clamp: ["clamp(), min(), max()", "Write a fixed length before it, which is used instead."],
    style: [
      "Styles in the head",
      "Write what must not be lost into style attributes: some apps drop the block."
    ],
    styleInBody: ["Styles in the body", "Move the block into the head."],
    largeStyle: [
      "More than 8 kB of styles",
      "Gmail drops the block. Shorten it, or divide it into several."
    ],
    externalStyles: ["Styles from elsewhere", "Write the styles into the mail."],
    media: [
      "Media queries",
      "Let the mail be legible without them, with one column or cells that wrap."
    ],
    colorScheme: [
      "Colours for dark mode",
      "Choose colours that can also be read when a client inverts them."
    ],
    hover: ["Hover", "Nothing may depend on it: phones have no pointer."],
    webFont: [
      "Web fonts",
      "Name fonts after it that every computer has, and look at the mail with those."
    ],
    video: ["Video and audio", "Show a picture that links to a page with the recording."],
    form: ["Forms", "Link a page with the form."],
    svg: ["SVG in the html", "Use a PNG with twice the size at which it is shown."],
    svgImage: ["SVG images", "Use a PNG with twice the size at which it is shown."],
    picture: ["<picture>", "Its <img> is shown instead: let that one suffice."],
    srcset: ["srcset", "The image of src is shown instead: give that one twice the size."],
    webp: ["WebP", "Use JPEG or PNG."],
    dataImage: [
      "Images as data: addresses",
      "Attach the image and refer to it by cid:, or link it."
    ],
    script: [
      "Scripts",
      "Every client removes them, and some filters take them for an attack. Take them out."
    ],
    embedded: ["Embedded pages", "Clients remove <iframe>, <object> and <embed>. Link the page."],
    clipped: [
      "More than 102 kB of html",
      "Gmail shows the beginning and hides the rest behind a link, with the link to unsubscribe. Shorten the mail."
    ],
    missingAlt: [
      "Images without text",
      "Add alt: it is read aloud, and shown while images are blocked. Leave it empty for mere decoration."
    ],
    noText: [
      "No plain text",
      "Send text beside the html: some readers want it, and spam filters look for it."
    ]
  }
