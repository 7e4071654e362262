import type { ComponentChildren } from "preact"
import { Link as WouterLink } from "wouter-preact"

interface LinkProps {
  /** A path below the mount, with its query. */
  readonly to: string
  readonly class?: string
  readonly children: ComponentChildren
  readonly title?: string
  readonly "aria-label"?: string
  readonly "aria-current"?: "page"
}

/** A link to a page of the dashboard. */
export const Link = ({ to, ...rest }: LinkProps) => <WouterLink href={to} {...rest} />
