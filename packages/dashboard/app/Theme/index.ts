/** How the pages look: as the system says, or as the person chose. */
export type Appearance = "system" | "light" | "dark"

const stored = "telemark.appearance"

export const readAppearance = (): Appearance => {
  const chosen = localStorage.getItem(stored)
  return chosen === "light" || chosen === "dark" ? chosen : "system"
}

/** All colours are `light-dark()` pairs, so that one property of the root decides. */
export const applyAppearance = (appearance: Appearance): void => {
  if (appearance === "system") localStorage.removeItem(stored)
  else localStorage.setItem(stored, appearance)
  document.documentElement.style.colorScheme = appearance === "system" ? "" : appearance
}
