import { type IconName, icons } from "./icons.js"

/** An icon beside a word that says the same: screen readers leave it out. */
export const NavigationIcon = ({ name }: { readonly name: IconName }) => (
  <svg class="nav-icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={icons[name]} />
  </svg>
)
