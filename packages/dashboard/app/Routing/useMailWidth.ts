import { useParameters } from "./useParameters.js"

type MailWidth = "desktop" | "phone"

/** Of narrower windows, more of a mail is seen as a phone shows it. */
const narrow = "(max-width: 640px)"

/** The width that mail is shown at, kept in the address unless it is what fits the window. */
export const useMailWidth = () => {
  const { change, parameters } = useParameters()
  const usual: MailWidth = matchMedia(narrow).matches ? "phone" : "desktop"
  const asked = parameters.get("width")
  return {
    width: asked === "phone" || asked === "desktop" ? asked : usual,
    choose: (next: MailWidth): void => {
      change({ width: next === usual ? "" : next })
    }
  }
}
