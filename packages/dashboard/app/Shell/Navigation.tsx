import { useState } from "preact/hooks"
import { useLocation } from "wouter-preact"
import { actingFor, mountUrl } from "../Client/index.js"
import { Button, Select } from "../Parts/index.js"
import { Link } from "../Routing/index.js"
import { useSession } from "../Session/index.js"
import { type Language, languages, useLanguage, useTexts } from "../Texts/index.js"
import { NavigationIcon } from "./NavigationIcon.js"
import { paletteKeys } from "./usePalette.js"
import type { PageOf } from "./pages.js"
import { type Appearance, applyAppearance, readAppearance } from "../Theme/index.js"

interface NavigationProps {
  /** The pages that this person may see. */
  readonly pages: ReadonlyArray<PageOf>
  readonly isOpen: boolean
  readonly onSearch: () => void
  readonly onSignOut: () => void
}

const isCurrent = (at: string, path: string): boolean =>
  path === "/" ? at === "/" : at === path || at.startsWith(`${path}/`)

const Settings = () => {
  const texts = useTexts()
  const { choose, language } = useLanguage()
  const [appearance, setAppearance] = useState(readAppearance)
  const changeAppearance = (next: Appearance): void => {
    applyAppearance(next)
    setAppearance(next)
  }
  return (
    <>
      <Select
        label={texts.theme.label}
        value={appearance}
        onValue={(value) => {
          changeAppearance(value as Appearance)
        }}
        options={[
          ["system", texts.theme.system],
          ["light", texts.theme.light],
          ["dark", texts.theme.dark]
        ]}
      />
      <Select
        label={texts.language.label}
        value={language}
        onValue={(value) => {
          choose(value as Language)
        }}
        options={languages.map((name) => [name, texts.language[name]])}
      />
    </>
  )
}

/** The pages by group, and the account below them. */
export const Navigation = ({ isOpen, onSearch, onSignOut, pages }: NavigationProps) => {
  const texts = useTexts()
  const session = useSession()
  const [at] = useLocation()
  const groups = [...new Set(pages.flatMap(({ group }) => (group === undefined ? [] : [group])))]
  return (
    <aside class="sidebar" id="navigation" aria-label={texts.menu} data-open={isOpen}>
      <Link to="/" class="mark">
        {texts.appName}
      </Link>
      <button type="button" class="nav-search" onClick={onSearch}>
        <NavigationIcon name="search" />
        <span>{texts.palette.open}</span>
        <kbd>{paletteKeys}</kbd>
      </button>
      <nav aria-label={texts.navigation}>
        {groups.map((group) => (
          <div class="nav-group" key={group}>
            <h2 class="nav-title">{texts.groups[group]}</h2>
            <ul>
              {pages
                .filter((page) => page.group === group)
                .map(({ name, path }) =>
                  name === undefined ? null : (
                    <li key={path}>
                      <Link
                        to={path}
                        class="nav-link"
                        {...(isCurrent(at, path) ? { "aria-current": "page" as const } : {})}
                      >
                        <NavigationIcon name={name} />
                        {texts.pages[name]}
                      </Link>
                    </li>
                  )
                )}
            </ul>
          </div>
        ))}
        <a class="nav-link" href={new URL("docs", mountUrl).href}>
          <NavigationIcon name="docs" />
          {texts.pages.docs}
        </a>
      </nav>
      <details class="account">
        <summary>
          <span class="truncate">{session.name}</span>
          <span class="muted truncate">{actingFor() ?? session.tenant}</span>
        </summary>
        <div class="stack">
          <Settings />
          {session.expires_at === null ? null : (
            <Button onClick={onSignOut}>{texts.signOut}</Button>
          )}
        </div>
      </details>
    </aside>
  )
}
