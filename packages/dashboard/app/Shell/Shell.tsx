import { type ComponentType, lazy, Suspense } from "preact/compat"
import { useEffect, useRef, useState } from "preact/hooks"
import { Route, Router, Switch, useLocation } from "wouter-preact"
import { mountPath, useEventStream } from "../Client/index.js"
import { Button, Empty, Loading, Page, ToastProvider } from "../Parts/index.js"
import { Link } from "../Routing/index.js"
import { type Session, useMay, useSession } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { ActingBanner } from "./ActingBanner.js"
import { CommandPalette } from "./CommandPalette.js"
import { ErrorBoundary } from "./ErrorBoundary.js"
import { Navigation } from "./Navigation.js"
import { NavigationIcon } from "./NavigationIcon.js"
import { type PageOf, pages } from "./pages.js"
import { usePalette } from "./usePalette.js"

const parts: ReadonlyMap<string, ComponentType> = new Map(
  pages.map(({ load, path }) => [path, lazy(load)])
)

/** Whether a page exists for this person. */
const isShown = (
  { feature, scope }: PageOf,
  session: Session,
  may: (scope: string) => boolean
): boolean =>
  (scope === undefined || may(scope)) &&
  (feature === undefined || session.features[feature] === true)

const NotFoundPage = () => {
  const texts = useTexts()
  return (
    <Page title={texts.notFound}>
      <Empty title={texts.notFound}>
        <p>{texts.notFoundHint}</p>
        <Link to="/">{texts.toOverview}</Link>
      </Empty>
    </Page>
  )
}

/**
 * A new page begins at its top and, for screen readers, with its heading. Not at the first one:
 * that begins with the browser's own focus.
 */
const useFocusOnNavigation = (): void => {
  const [path] = useLocation()
  const previous = useRef(path)
  useEffect(() => {
    if (previous.current === path) return
    previous.current = path
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>("main h1")?.focus()
  }, [path])
}

const Frame = ({ onSignOut }: { readonly onSignOut: () => void }) => {
  const texts = useTexts()
  const session = useSession()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const [path] = useLocation()
  const palette = usePalette()
  const openPalette = (): void => {
    palette.setOpen(true)
  }
  useFocusOnNavigation()
  useEventStream(may("email:read"))
  useEffect(() => {
    setOpen(false)
  }, [path])
  const shown = pages.filter((page) => isShown(page, session, may))
  return (
    <>
      <a
        class="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById("content")?.focus()
        }}
      >
        {texts.skip}
      </a>
      <ActingBanner />
      <div class="frame">
        <header class="topbar">
          <Link to="/" class="mark">
            {texts.appName}
          </Link>
          <Button look="quiet" aria-label={texts.palette.find} onClick={openPalette}>
            <NavigationIcon name="search" />
          </Button>
          <Button
            look="quiet"
            aria-expanded={isOpen}
            aria-controls="navigation"
            onClick={() => {
              setOpen(!isOpen)
            }}
          >
            {texts.menu}
          </Button>
        </header>
        <Navigation pages={shown} isOpen={isOpen} onSearch={openPalette} onSignOut={onSignOut} />
        <main id="content" class="content" tabIndex={-1}>
          <ErrorBoundary key={path}>
            <Suspense fallback={<Loading />}>
              <Switch>
                {shown.map(({ path }) => (
                  <Route key={path} path={path} component={parts.get(path) as never} />
                ))}
                <Route>
                  <NotFoundPage />
                </Route>
              </Switch>
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      {palette.isOpen ? (
        <CommandPalette
          pages={shown}
          onClose={() => {
            palette.setOpen(false)
          }}
        />
      ) : null}
    </>
  )
}

/** What surrounds every page once somebody is signed in. */
export const Shell = ({ onSignOut }: { readonly onSignOut: () => void }) => (
  <Router base={mountPath}>
    <ToastProvider>
      <Frame onSignOut={onSignOut} />
    </ToastProvider>
  </Router>
)
