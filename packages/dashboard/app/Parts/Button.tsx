import type { ButtonHTMLAttributes } from "preact"

type Look = "primary" | "danger" | "quiet" | "normal"

interface Looks {
  readonly look?: Look
  readonly small?: boolean
}

const classOf = ({ look = "normal", small = false }: Looks, more: unknown): string =>
  [
    "button",
    look === "normal" ? "" : `button-${look}`,
    small ? "button-small" : "",
    typeof more === "string" ? more : ""
  ]
    .filter((name) => name !== "")
    .join(" ")

export type ButtonProps = Omit<ButtonHTMLAttributes, "class"> & Looks & { readonly class?: string }

/** A button that does something on this page. */
export const Button = ({ class: more, look, small, type = "button", ...rest }: ButtonProps) => (
  <button
    type={type}
    class={classOf(
      { ...(look === undefined ? {} : { look }), ...(small === undefined ? {} : { small }) },
      more
    )}
    {...rest}
  />
)

/** Class of a link that looks like a button. */
export const buttonClass = (looks: Looks = {}): string => classOf(looks, undefined)
