/**
 * Families of mail clients, in the order of the table's letters. Outlook is that of Windows, which
 * shows mail as Word does.
 */
export const clients = ["gmail", "outlook", "outlookCom", "apple", "yahoo"] as const
export type MailClient = (typeof clients)[number]

export type Support = "yes" | "partly" | "no"
export type ClientSupport = Readonly<Record<MailClient, Support>>

const supports: Readonly<Record<string, Support>> = { y: "yes", p: "partly", n: "no" }

/** One letter for each client: yes, partly, no. */
const by = (letters: string): ClientSupport =>
  Object.fromEntries(
    clients.map((client, place) => [client, supports[letters.charAt(place)] ?? "partly"])
  ) as ClientSupport

/**
 * How widely what mail uses is shown as it is meant: a short list of our own. Where the apps of one
 * family differ, it says `partly`.
 */
export const features = {
  flexbox: by("pnyyp"),
  grid: by("nnyyn"),
  gap: by("pnpyn"),
  position: by("nnppp"),
  float: by("ynyyy"),
  maxWidth: by("ypyyy"),
  negativeMargin: by("nnnyy"),
  backgroundImage: by("ynyyp"),
  gradient: by("ynnyn"),
  borderRadius: by("ynyyy"),
  boxShadow: by("nnyyn"),
  opacity: by("ynyyn"),
  objectFit: by("pnyyn"),
  transform: by("nnnyn"),
  animation: by("nnnyn"),
  variables: by("nnnyn"),
  calc: by("pnnyn"),
  clamp: by("pnnyn"),
  style: by("ppyyp"),
  styleInBody: by("nnyyy"),
  largeStyle: by("nyyyy"),
  externalStyles: by("nynyn"),
  media: by("pnpyp"),
  colorScheme: by("nnyyn"),
  hover: by("pnpyy"),
  webFont: by("nnnyn"),
  video: by("nnnyn"),
  form: by("pnpyp"),
  svg: by("nnnyn"),
  svgImage: by("nnyyy"),
  picture: by("nnnyn"),
  srcset: by("nnnyn"),
  webp: by("pnyyy"),
  dataImage: by("ppyyy"),
  script: by("nnnnn"),
  embedded: by("nnnnn"),
  clipped: by("nyyyy"),
  missingAlt: undefined,
  noText: undefined
} as const satisfies Readonly<Record<string, ClientSupport | undefined>>

export type FeatureName = keyof typeof features
