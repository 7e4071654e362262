import { type ComponentChildren, createContext } from "preact"
import { useContext, useEffect, useState } from "preact/hooks"

/** The languages of the dashboard. */
export const languages = ["en", "de"] as const
export type Language = (typeof languages)[number]

const stored = "telemark.language"

const isLanguage = (text: string): text is Language =>
  (languages as ReadonlyArray<string>).includes(text)

/** The person's choice, else the browser's first language that there is, else English. */
const firstLanguage = (): Language => {
  const chosen = localStorage.getItem(stored) ?? ""
  if (isLanguage(chosen)) return chosen
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? "en"
}

interface Chosen {
  readonly language: Language
  readonly choose: (language: Language) => void
}

const LanguageContext = createContext<Chosen>({ language: "en", choose: () => undefined })

export const LanguageProvider = ({ children }: { readonly children: ComponentChildren }) => {
  const [language, setLanguage] = useState(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choose = (next: Language): void => {
    localStorage.setItem(stored, next)
    setLanguage(next)
  }
  return (
    <LanguageContext.Provider value={{ language, choose }}>{children}</LanguageContext.Provider>
  )
}

export const useLanguage = (): Chosen => useContext(LanguageContext)

/** Makes the hook that reads one page's texts in the person's language. */
export const textsOf =
  <Texts,>(all: Readonly<Record<Language, Texts>>) =>
  (): Texts =>
    all[useLanguage().language]
