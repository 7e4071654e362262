import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { actingFor } from "../Client/index.js"
import { useTexts } from "../Texts/index.js"

interface PageProps {
  readonly title: string
  readonly description?: ComponentChildren
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}

/**
 * A page's head and content; names the browser's tab, with the tenant for which an operator acts.
 */
export const Page = ({ actions, children, description, title }: PageProps) => {
  const { appName } = useTexts()
  useEffect(() => {
    document.title = [title, actingFor(), appName].filter((part) => part !== undefined).join(" · ")
  }, [title, appName])
  return (
    <>
      <div class="page-head">
        <div class="page-head-text">
          <h1 tabIndex={-1}>{title}</h1>
          {description === undefined ? null : <p>{description}</p>}
        </div>
        {actions === undefined ? null : <div class="row">{actions}</div>}
      </div>
      <div class="stack">{children}</div>
    </>
  )
}

export const Card = ({
  actions,
  children,
  title,
  flush = false
}: {
  readonly title?: string
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
  readonly flush?: boolean
}) => (
  <section class="card">
    {title === undefined ? null : (
      <div class="card-head spread">
        <h2>{title}</h2>
        {actions}
      </div>
    )}
    {flush ? children : <div class="card-body">{children}</div>}
  </section>
)

/** What a list says that has nothing in it: why, and what to do. */
export const Empty = ({
  children,
  title
}: {
  readonly title: string
  readonly children?: ComponentChildren
}) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
)

export const Loading = () => {
  const { loading } = useTexts()
  return (
    <div class="empty" role="status">
      <p>{loading}</p>
    </div>
  )
}
